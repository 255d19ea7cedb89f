#include "directory/directory_servant.hpp"

#include <iostream>

namespace {

using dimma::store::StoreError;

// Prints a failure of the store for the administrator, and raises the corresponding exception for the caller.
template <class Work>
auto answer(Work&& work) {
  try {
    return work();
  } catch (const StoreError& error) {
    std::cerr << "aida_directory: " << error.what() << std::endl;
    switch (error.kind()) {
      case StoreError::Kind::refused:
        throw CORBA::BAD_PARAM();
      case StoreError::Kind::unavailable:
        throw CORBA::TRANSIENT();
      case StoreError::Kind::uncertain:
        throw CORBA::PERSIST_STORE(0, CORBA::CompletionStatus::COMPLETED_MAYBE);
      default:
        throw CORBA::PERSIST_STORE();
    }
  }
}

}  // namespace

Aida::Entry DirectoryServant::find(const std::string& name) {
  return answer([&] {
    auto entry = registry_.find(name);
    if (!entry) throw Aida::NoSuchDatum(name);
    return std::move(*entry);
  });
}

Aida::Page DirectoryServant::list(const std::string& pattern, const std::string& after, std::uint32_t entries_max) {
  return answer([&] { return registry_.list(pattern, after, entries_max); });
}

std::uint64_t DirectoryServant::enter(const std::string& provider_name, IDL::traits<Aida::Provider>::ref_type where,
                                      const Aida::Descriptions& data, std::uint32_t lifetime_ms, bool is_first) {
  if (!where) throw CORBA::BAD_PARAM();
  return answer(
      [&] { return registry_.enter(provider_name, where, data, std::chrono::milliseconds(lifetime_ms), is_first); });
}

void DirectoryServant::renew(std::uint64_t id) {
  if (!registry_.renew(id)) throw Aida::LeaseEnded();
}

void DirectoryServant::withdraw(std::uint64_t id) {
  answer([&] { registry_.withdraw(id); });
}
