// callbacks_server --ior-dir DIR [omniORB's options]: serves callbacks.idl in a POA with BiDirPolicy::BOTH until
// SIGTERM. Writes callbacks.ior.

#include "classic/serving.hpp"
#include "omni/callbacks.hpp"
#include "omni/tls.hpp"

int main(int argc, char** argv) {
  classic::use_tls(argc, argv);
  return classic::run_server(argc, argv, "callbacks", [](auto orb, auto root, const std::string& folder) {
    const PortableServer::POA_var poa = classic::both_ways(orb, root);
    const CORBA::Object_var hub = classic::activated(poa, new classic::CallbackHub);
    classic::publish(orb, folder, "callbacks.ior", hub.in());
  });
}
