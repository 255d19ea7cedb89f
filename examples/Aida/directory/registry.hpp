#pragma once
// The registered data, in a store:
//
//   provider/NAME  its lease, as text
//   datum/NAME     an Aida::Entry in CDR
//
// Both records are under the lease of the registration, and are removed when it ends.

#include <dimma/store.hpp>

#include <aida.hpp>
#include <dimma/codec_factory.hpp>
#include <dimma/orb.hpp>

#include <memory>
#include <optional>
#include <string>

// May be used by several threads at once. Throws dimma::store::StoreError, and the exceptions of Aida::Directory.
class Registry {
 public:
  Registry(const IDL::traits<CORBA::ORB>::ref_type& orb, std::unique_ptr<dimma::store::Store> store);

  std::optional<Aida::Entry> find(const std::string& name) const;
  Aida::Page list(const std::string& pattern, const std::string& after, std::size_t entries_max) const;

  dimma::store::LeaseId enter(const std::string& provider, const IDL::traits<Aida::Provider>::ref_type& where,
                              const Aida::Descriptions& data, std::chrono::milliseconds lifetime, bool is_first);
  bool renew(dimma::store::LeaseId lease) { return store_->renew(lease); }
  void withdraw(dimma::store::LeaseId lease) { store_->revoke(lease); }

 private:
  using Entries = std::vector<Aida::Entry>;
  void put(const Entries& entries, std::size_t begin, std::size_t end, dimma::store::LeaseId lease);
  std::string encoded(const Aida::Entry& entry) const;
  Aida::Entry decoded(const std::string& octets) const;

  const IDL::traits<IOP::Codec>::ref_type codec_;
  const std::unique_ptr<dimma::store::Store> store_;
};

// True if the name matches: * stands for any characters, ? for one.
bool matches(const std::string& name, const std::string& pattern) noexcept;
