// A reactor that callers with a certificate can start. The options have the certificates, and the address to listen at.

#include "reactor_skel.hpp"

#include <dimma/binding.hpp>
#include <dimma/caller.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

class Reactor : public virtual CORBA::servant_traits<Plant::Reactor>::base_type {
  std::string start() override {
    const auto caller = dimma::caller();
    // Cannot happen with transport=tls and --dimma-tls-clients required. Without either of them any client could call.
    if (!caller->security || !caller->security->certificate || !caller->security->certificate->is_verified) {
      throw CORBA::NO_PERMISSION();
    }
    return caller->security->certificate->common_name;
  }
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  // The POA's endpoint uses TLS only, also for clients on this machine.
  auto poa = dimma::create_poa(root, "guarded", dimma::EngineeringQoS::parse("transport=tls"));
  auto id = poa->activate_object(CORBA::make_reference<Reactor>());
  poa->the_POAManager()->activate();
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const std::exception& exception) {  // QoSError, or an exception of CORBA's
  std::cerr << exception.what() << '\n';
  return 1;
}
