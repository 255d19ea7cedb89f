#include "hello_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>

class Greeter : public virtual CORBA::servant_traits<Hello>::base_type {
  std::string greet(const std::string& name) override { return "Hello, " + name + "!"; }
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);  // removes the ORB's options
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();  // requests are served from now on
  auto id = poa->activate_object(CORBA::make_reference<Greeter>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  orb->run();  // returns when the ORB is shut down
  orb->destroy();
} catch (const std::exception& exception) {
  std::cerr << exception.what() << '\n';  // a port in use, a wrong option
  return 1;
}
