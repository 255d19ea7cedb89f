// everything_server --ior-dir DIR [omniORB's options]: serves everything.idl until SIGTERM. Writes everything.ior, and
// forwarded.ior, an object that answers each request by LOCATION_FORWARD.

#include "omni/object_servants.hpp"
#include "omni/serving.hpp"
#include "omni/tls.hpp"

int main(int argc, char** argv) {
  classic::use_tls(argc, argv);
  return classic::run_server(argc, argv, "everything", [](auto orb, auto poa, const std::string& folder) {
    const Everything::Root_var root = classic::activate(new classic::Root(poa));
    const Everything::Named_var target = classic::activate<POA_Everything::Left>(new classic::Left("target"));
    const Everything::Named_var forwarder = classic::activate(new classic::Forwarder(target));
    classic::publish(orb, folder, "everything.ior", root.in());
    classic::publish(orb, folder, "forwarded.ior", forwarder.in());
  });
}
