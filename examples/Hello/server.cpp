// Prints its object's reference, and serves until SIGINT or SIGTERM.

#include "hello_skel.hpp"

#include <dimma/signals.hpp>

#include <csignal>
#include <exception>
#include <iostream>

namespace {

class Greeter final : public virtual CORBA::servant_traits<Hello>::base_type {
 public:
  std::string greet(const std::string& name) override { return "Hello, " + name + "!"; }
};

}  // namespace

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  std::cout << orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<Greeter>())) << std::endl;
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  orb->run();
  return 0;
} catch (const std::exception& error) {
  std::cerr << "server: " << error.what() << '\n';
  return 1;
}
