// dimma_everything_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves everything.idl until SIGTERM. Writes
// everything.ior, the root object.

#include "common/program.hpp"
#include "dimma/object_servants.hpp"

#include <dimma/binding.hpp>
#include <dimma/signals.hpp>

#include <csignal>

namespace {

void serve(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  const program::Options options(argc, argv);
  const std::string qos = options.optional("--qos", "");

  auto root_poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  auto poa = qos.empty() ? root_poa : dimma::create_poa(root_poa, "everything", dimma::EngineeringQoS::parse(qos));
  root_poa->the_POAManager()->activate();
  auto root = mapped::activate<Everything::Root, mapped::Root>(poa, poa);
  program::write_reference(options.required("--ior-dir"), "everything.ior", orb->object_to_string(root));
  std::cout << "ready" << std::endl;
  orb->run();
  orb->destroy();
}

}  // namespace

int main(int argc, char** argv) {
  try {
    serve(argc, argv);
    return 0;
  } catch (const CORBA::Exception& exception) {
    std::cerr << "everything_server: " << exception << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "everything_server: " << exception.what() << '\n';
  }
  return 1;
}
