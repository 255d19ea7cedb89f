#include "orb/interface_repository.hpp"

#include "orb/core.hpp"
#include "orb/registry.hpp"

#include <dimma/call.hpp>
#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

namespace dimma::orb {

namespace {

constexpr Operation lookup_id{"lookup_id"};

CORBA::object_reference<CORBA::Object> repository_of(Core& core) {
  try {
    return orb_of(core.shared_from_this())->resolve_initial_references("InterfaceRepository");
  } catch (const CORBA::ORB::InvalidName&) {
    throw CORBA::INTF_REPOS(minor::intf_repos_none, CORBA::COMPLETED_NO, "no initial reference InterfaceRepository");
  }
}

}  // namespace

CORBA::object_reference<CORBA::Object> definition_of(Core& core, const std::string& repository_id) {
  const auto repository = repository_of(core);
  CORBA::object_reference<CORBA::Object> found;
  try {
    call(
        *repository, lookup_id, [&](cdr::Encoder& out) { out.put_string(repository_id); },
        [&](cdr::Decoder& in) { found = cdr::read_object(in); });
  } catch (const CORBA::SystemException& failed) {
    throw CORBA::INTF_REPOS(minor::intf_repos_none, CORBA::COMPLETED_NO,
                            std::string("asking the InterfaceRepository: ") + failed.what());
  }
  if (!found) {
    throw CORBA::INTF_REPOS(minor::intf_repos_unknown_interface, CORBA::COMPLETED_NO,
                            "the InterfaceRepository does not know " + repository_id);
  }
  return found;
}

}  // namespace dimma::orb
