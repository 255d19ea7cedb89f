// dimma_types_server --ior-dir DIR [--qos QOS] [--dimma-...]: serves types.idl until SIGTERM. Writes types.ior.

#include "common/program.hpp"
#include "dimma/types_servants.hpp"

#include <dimma/binding.hpp>
#include <dimma/signals.hpp>

#include <csignal>

namespace {

void serve(int argc, char** argv) {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGTERM, SIGINT});
  const program::Options options(argc, argv);
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  const std::string qos = options.optional("--qos", "");
  if (!qos.empty()) poa = dimma::create_poa(poa, "types", dimma::EngineeringQoS::parse(qos));
  const auto id = poa->activate_object(CORBA::make_reference<mapped::Echo>());
  program::write_reference(options.required("--ior-dir"), "types.ior", orb->object_to_string(poa->id_to_reference(id)));
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
    std::cerr << "types_server: " << exception << '\n';
  } catch (const std::exception& exception) {
    std::cerr << "types_server: " << exception.what() << '\n';
  }
  return 1;
}
