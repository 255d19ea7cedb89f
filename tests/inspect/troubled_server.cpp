// troubled_server QOS: a server whose endpoint has the QoS. It prints the references of an object that accepts every
// operation, and of a Trouble::Target, and ends with its standard input.
#include "trouble_skel.hpp"

#include <dimma/binding.hpp>
#include <dimma/corba.hpp>
#include <dimma/dsi.hpp>
#include <dimma/inspect.hpp>

#include <chrono>
#include <iostream>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

class TargetServant final : public virtual CORBA::servant_traits<Trouble::Target>::base_type {
 public:
  void fail() override { throw std::runtime_error("the disk is full"); }
  void pause(std::uint32_t milliseconds) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
  }
  Trouble::Octets echo(const Trouble::Octets& data) override { return data; }
};

class AnyServant final : public PortableServer::DynamicImplementation {
 public:
  void invoke(CORBA::object_reference<CORBA::ServerRequest>) override {}
  std::string _primary_interface(const PortableServer::ObjectId&,
                                 CORBA::object_reference<PortableServer::POA>) override {
    return "IDL:Trouble/Anything:1.0";
  }
};

}  // namespace

int main(int argc, char** argv) {
  try {
    const auto orb = CORBA::ORB_init(argc, argv);
    if (argc != 2) {
      std::cerr << "usage: troubled_server QOS\n";
      return 2;
    }
    const auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
    const auto poa = dimma::create_poa(root, "troubled", dimma::EngineeringQoS::parse(argv[1]));
    poa->the_POAManager()->activate();
    const auto anything = poa->servant_to_reference(CORBA::make_reference<AnyServant>());
    std::cout << "anything: " << orb->object_to_string(anything) << '\n';
    std::cout << orb->object_to_string(poa->servant_to_reference(CORBA::make_reference<TargetServant>())) << std::endl;
    for (std::string line; std::getline(std::cin, line);) {
    }
    orb->destroy();
    return 0;
  } catch (const std::exception& failure) {
    std::cerr << "troubled_server: " << failure.what() << '\n';
    return 1;
  }
}
