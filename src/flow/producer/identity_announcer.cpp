#include "flow/producer/identity_announcer.hpp"

#include <dimma/exception.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <string>

namespace dimma::flow {

std::size_t IdentityAnnouncer::find(std::string_view operation) {
  // The operation is usually the same as last time, with its name at the same address.
  if (last_ < uses_.size()) {
    const std::string_view last = uses_[last_].name;
    if (last.size() == operation.size() && (last.data() == operation.data() || last == operation)) return last_;
  }
  const auto found = std::ranges::find(uses_, operation, &Use::name);
  if (found != uses_.end()) return static_cast<std::size_t>(found - uses_.begin());
  if (uses_.size() == operations_max) {
    throw CORBA::IMP_LIMIT(minor::imp_limit_flow_operations, CORBA::COMPLETED_NO,
                           "a flow has " + std::to_string(operations_max) + " operations at most");
  }
  uses_.push_back({.name = operation});
  return uses_.size() - 1;
}

IdentityAnnouncer::Decision IdentityAnnouncer::next(std::string_view operation, Time now) {
  last_ = find(operation);
  Use& use = uses_[last_];
  const bool is_first = use.messages < first_messages;
  const bool tells = is_first || ++use.since >= one_in || now - use.told >= again_after;
  if (is_first) ++use.messages;
  if (tells) {
    use.since = 0;
    use.told = now;
  }
  return {static_cast<std::uint16_t>(last_), tells};
}

}  // namespace dimma::flow
