// A thermometer that is found by its name: thermometer NAME CELSIUS.

#include "thermometer_skel.hpp"

#include <dimma/naming.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <string>

class Thermometer : public virtual CORBA::servant_traits<Plant::Thermometer>::base_type {
 public:
  explicit Thermometer(double celsius) : celsius_(celsius) {}

 private:
  double celsius() override { return celsius_; }
  const double celsius_;
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "thermometer NAME CELSIUS -ORBInitRef NameService=URL\n";
    return 2;
  }
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Thermometer>(std::stod(argv[2])));
  // The name is bound under a lease, which a thread renews. It is unbound after the signal, or when the lease has
  // ended.
  auto publication = dimma::naming::publish(orb, argv[1], poa->id_to_reference(id));
  std::cout << publication.name() << " is published" << std::endl;
  orb->run();
  orb->destroy();
} catch (const std::exception& exception) {  // PublishError, those of CORBA, and of std::stod()
  std::cerr << exception.what() << '\n';
  return 1;
}
