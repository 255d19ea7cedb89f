#include "orb/naming/interface_repository.hpp"

#include "orb/naming/initial_references.hpp"
#include "orb/state/orb_state.hpp"

#include <dimma/generated/call.hpp>
#include <dimma/minor.hpp>
#include <dimma/orb.hpp>

namespace dimma::orb {

namespace {

constexpr Operation lookup_id{"lookup_id"};

CORBA::object_reference<CORBA::Object> repository_of(OrbState& orb) {
  try {
    return resolve_initial_reference(orb.shared_from_this(), "InterfaceRepository");
  } catch (const CORBA::ORB::InvalidName&) {
    throw CORBA::INTF_REPOS(minor::intf_repos_none, CORBA::COMPLETED_NO, "no initial reference InterfaceRepository");
  }
}

}  // namespace

CORBA::object_reference<CORBA::Object> definition_of(OrbState& orb, const std::string& repository_id) {
  orb.require_running();
  const auto repository = repository_of(orb);
  CORBA::object_reference<CORBA::Object> found;
  try {
    call(
        *repository, lookup_id, [&](cdr::Encoder& out) { out.put_identifier(repository_id); },
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
