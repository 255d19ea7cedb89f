// everything_server --ior-dir DIR [the ORB's options]: serves everything.idl until SIGTERM. Writes everything.ior, and
// forwarded.ior, an object that answers each request by LOCATION_FORWARD.

#include "classic/object_servants.hpp"
#include "classic/serving.hpp"
#include "peer.hpp"

int main(int argc, char** argv) {
  classic::prepare(argc, argv);
  return classic::run_server(argc, argv, "everything", [](auto orb, auto poa, const std::string& folder) {
    const Everything::Root_var root = classic::activate(new classic::Root(poa));
    const Everything::Named_var target = classic::activate<POA_Everything::Left>(new classic::Left("target"));
    const CORBA::Object_var forwarded = classic::forwarded_to(target, poa);
    classic::publish(orb, folder, "everything.ior", root.in());
    classic::publish(orb, folder, "forwarded.ior", forwarded.in());
  });
}
