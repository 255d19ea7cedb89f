#include "idl/emit/types/interface_queries.hpp"

#include <algorithm>

namespace dimma::idl::cxx {

bool is_remote(const Interface& interface) { return interface.interface_kind == InterfaceKind::Regular; }

bool is_abstract(const Interface& interface) { return interface.interface_kind == InterfaceKind::Abstract; }

std::vector<const Interface*> with_bases(const Interface& interface) {
  auto interfaces = all_bases(interface);
  interfaces.push_back(&interface);
  return interfaces;
}

std::vector<const Interface*> abstract_bases(const Interface& interface) {
  auto bases = all_bases(interface);
  std::erase_if(bases, [](const Interface* each) { return !is_abstract(*each); });
  return bases;
}

std::vector<const Interface*> bases_to_make(const Interface& interface) {
  std::vector<const Interface*> to_make;
  for (const Interface* base : abstract_bases(interface)) {
    const auto makes_it = [base](const Interface* each) {
      const auto above = all_bases(*each);
      return !is_abstract(*each) && std::find(above.begin(), above.end(), base) != above.end();
    };
    if (std::count_if(interface.bases.begin(), interface.bases.end(), makes_it) != 1) to_make.push_back(base);
  }
  return to_make;
}

bool is_reply_handler(const Interface& interface) {
  const auto bases = all_bases(interface);
  return std::any_of(bases.begin(), bases.end(),
                     [](const Interface* each) { return each->full_name() == "Messaging::ReplyHandler"; });
}

}  // namespace dimma::idl::cxx
