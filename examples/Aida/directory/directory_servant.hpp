#pragma once
// The directory's servant, which converts the registry's results and errors to those of the IDL interface.

#include "directory/registry.hpp"

#include <aida_skel.hpp>

class DirectoryServant final : public virtual CORBA::servant_traits<Aida::Directory>::base_type {
 public:
  explicit DirectoryServant(Registry& registry) : registry_(registry) {}

  Aida::Entry find(const std::string& name) override;
  Aida::Page list(const std::string& pattern, const std::string& after, std::uint32_t entries_max) override;
  std::uint64_t enter(const std::string& provider_name, IDL::traits<Aida::Provider>::ref_type where,
                      const Aida::Descriptions& data, std::uint32_t lifetime_ms, bool is_first) override;
  void renew(std::uint64_t id) override;
  void withdraw(std::uint64_t id) override;

 private:
  Registry& registry_;
};
