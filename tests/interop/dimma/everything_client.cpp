// dimma_everything_client --root REF [--forwarded REF] [--big-octets N] [--people-octets N] [--qos QOS] [--dimma-...]:
// checks a server of everything.idl, prints each check and its outcome; status 0 if all passed.

#include "common/program.hpp"
#include "dimma/client_checks.hpp"

namespace mapped {

std::string describe_failure() {
  try {
    throw;
  } catch (const Everything::Mismatch& mismatch) {
    return "at the server, " + mismatch.what_differs();
  } catch (...) {
    return describe_exception();
  }
}

namespace {

int check(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  const program::Options options(argc, argv);
  const std::string qos = options.optional("--qos", "");
  auto root_poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto poa = qos.empty() ? root_poa : dimma::create_poa(root_poa, "callbacks", dimma::EngineeringQoS::parse(qos));
  root_poa->the_POAManager()->activate();

  auto root = IDL::traits<Everything::Root>::narrow(orb->string_to_object(options.required("--root")));
  checks::require(static_cast<bool>(root), "--root is no Everything::Root");
  int status = 0;
  {
    Session session(orb, poa, qos);
    session.root = session.through(root);
    session.big_octets = options.number("--big-octets", 1UL << 20);
    session.people_octets = options.number("--people-octets", session.big_octets);
    session.forwarded = options.optional("--forwarded", "");
    checks::Checks checks(describe_failure);
    check_values(checks, session);
    check_exceptions(checks, session);
    check_objects(checks, session);
    check_callbacks(checks, session);
    check_dynamic(checks, session);
    status = checks.finish();
  }
  orb->destroy();
  return status;
}

}  // namespace
}  // namespace mapped

int main(int argc, char** argv) {
  try {
    return mapped::check(argc, argv);
  } catch (...) {
    std::cerr << "everything_client: " << mapped::describe_failure() << '\n';
  }
  return 1;
}
