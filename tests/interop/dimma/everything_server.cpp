// dimma_everything_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves everything.idl until SIGTERM. Writes
// everything.ior, the root object.

#include "dimma/object_servants.hpp"
#include "dimma/serving.hpp"

int main(int argc, char** argv) {
  return mapped::run_server(argc, argv, "everything", [](const auto&, const auto& poa) {
    return mapped::activate<Everything::Root, mapped::Root>(poa, poa);
  });
}
