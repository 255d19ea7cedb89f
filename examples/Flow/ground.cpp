// The ground station: consumes the datagrams that antennas send.

#include "telemetry_skel.hpp"

#include <dimma/binding.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/signals.hpp>

#include <algorithm>
#include <csignal>
#include <iostream>

// Called by one thread, because the endpoint has one thread for upcalls.
class Receiver : public virtual CORBA::servant_traits<Telemetry::Receiver>::base_type {
  void measured(const Telemetry::Samples& values) override {
    for (const auto& sample : values) strongest_ = std::max(strongest_, sample.strength());
  }
  void status(const std::string& text) override {
    std::cerr << text << "; strongest signal " << strongest_ << " dBm\n";
  }

  float strongest_ = -200;
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  dimma::shutdown_on_signals(orb, {SIGINT, SIGTERM});
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  // The endpoint receives datagrams, up to 1,000 of which wait for the servant.
  auto poa = dimma::create_poa(root, "telemetry", dimma::EngineeringQoS::parse("transport=udp,history=queue(1000)"));
  poa->the_POAManager()->activate();
  auto id = poa->activate_object(CORBA::make_reference<Receiver>());
  std::cout << orb->object_to_string(poa->id_to_reference(id)) << std::endl;
  orb->run();
  orb->destroy();
} catch (const std::exception& exception) {  // QoSError, or an exception of CORBA's
  std::cerr << exception.what() << '\n';
  return 1;
}
