// dimma_types_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves types.idl until SIGTERM. Writes types.ior.

#include "dimma/serving.hpp"
#include "dimma/types_servants.hpp"

int main(int argc, char** argv) {
  return mapped::run_server(argc, argv, "types", [](const auto&, const auto& poa) {
    return poa->id_to_reference(poa->activate_object(CORBA::make_reference<mapped::Echo>()));
  });
}
