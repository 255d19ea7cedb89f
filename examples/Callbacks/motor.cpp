// A motor that stops at its limits, and notifies its listeners.

#include "motion_skel.hpp"

#include <dimma/binding.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <algorithm>
#include <csignal>
#include <iostream>
#include <mutex>
#include <vector>

using ListenerRef = CORBA::object_reference<Motion::LimitListener>;

class Motor : public virtual CORBA::servant_traits<Motion::Motor>::base_type {
  void watch(ListenerRef listener) override {
    if (!listener) throw CORBA::BAD_PARAM();
    const std::lock_guard lock(mutex_);
    listeners_.push_back(listener);
  }

  void ignore(ListenerRef listener) override {
    const std::lock_guard lock(mutex_);
    std::erase_if(listeners_, [&](const ListenerRef& one) { return one->_is_equivalent(listener); });
  }

  double move_to(double position) override {
    const double stopped = std::clamp(position, -100.0, 100.0);
    if (stopped != position) tell(stopped);
    return stopped;
  }

  // A listener may call the motor back, so no lock is held while it is called.
  void tell(double position) {
    std::vector<ListenerRef> listeners;
    {
      const std::lock_guard lock(mutex_);
      listeners = listeners_;
    }
    for (const auto& listener : listeners) {
      try {
        dimma::bind(listener, dimma::EngineeringQoS{.deadline = std::chrono::seconds(1)})->limit_reached(position);
      } catch (const std::exception& failure) {  // the listener has ended, or is too slow
        std::cerr << "a listener is dropped: " << failure.what() << '\n';
        ignore(listener);
      }
    }
  }

  std::mutex mutex_;
  std::vector<ListenerRef> listeners_;
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto poa = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Motor>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
