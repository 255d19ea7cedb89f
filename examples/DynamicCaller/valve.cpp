// Serves a valve like any other object.

#include "valve_skel.hpp"

#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <csignal>
#include <iostream>
#include <mutex>

class Valve : public virtual CORBA::servant_traits<Plant::Valve>::base_type {
  Plant::State move_to(double opening, const std::string& reason) override {
    if (opening > 100) throw Plant::OutOfRange(100);
    const std::lock_guard lock(mutex_);
    return state_ = Plant::State(opening, reason);
  }
  Plant::State current() override {
    const std::lock_guard lock(mutex_);
    return state_;
  }

  std::mutex mutex_;
  Plant::State state_{0, "closed"};
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Valve>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
