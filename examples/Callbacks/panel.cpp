// Moves the motor, and is notified when the motor is at a limit. A client that is called back is a server too: it has a
// servant, and a POA that serves it.

#include "motion_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>

#include <iostream>

class Lamp : public virtual CORBA::servant_traits<Motion::LimitListener>::base_type {
  // Called by a thread of the ORB, while main() waits in move_to().
  void limit_reached(double position) override { std::cout << "the motor is at its limit, " << position << std::endl; }
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "panel REFERENCE\n";
    return 2;
  }
  auto motor = IDL::traits<Motion::Motor>::narrow(orb->string_to_object(argv[1]));
  if (!motor) {
    std::cerr << "that is no Motor\n";
    return 1;
  }
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Lamp>());
  auto lamp = IDL::traits<Motion::LimitListener>::narrow(poa->id_to_reference(id));

  motor->watch(lamp);
  for (const double position : {40.0, 140.0}) {
    const double stopped = motor->move_to(position);
    std::cout << "moved to " << stopped << std::endl;
  }
  motor->ignore(lamp);
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
