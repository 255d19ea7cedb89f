// dimma_callbacks_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves callbacks.idl in a POA with BiDirPolicy::BOTH
// until SIGTERM. Writes callbacks.ior.

#include "bidirectional/servants.hpp"
#include "dimma/serving.hpp"

int main(int argc, char** argv) {
  return mapped::run_server(argc, argv, "callbacks", [](const auto& orb, const auto& root) {
    const auto poa = root->create_POA("both", root->the_POAManager(), {callbacks::both(*orb)});
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<callbacks::Hub>(orb)));
  });
}
