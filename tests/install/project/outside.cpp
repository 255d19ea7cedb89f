// A server and its client in one process: once by the implicit binding, once over a connection of its own.

#include <dimma/binding.hpp>

#include "greeting_skel.hpp"

#include <exception>
#include <iostream>

class Greeter final : public CORBA::servant_traits<Outside::Greeter>::base_type {
 public:
  std::string greet(const Outside::Name& who) override { return "hello " + who.first(); }
  GIOP::TargetAddress address(const IOP::IOR& of) override {
    GIOP::TargetAddress address;
    address.profile(of.profiles().front());
    return address;
  }
};

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto text = orb->object_to_string(root->servant_to_reference(CORBA::make_reference<Greeter>()));

  auto greeter = IDL::traits<Outside::Greeter>::narrow(orb->string_to_object(text));
  const Outside::Name outside("outside");
  const IOP::TaggedProfile profile(IOP::TAG_MULTIPLE_COMPONENTS, {1, 2});
  if (greeter->address(IOP::IOR("IDL:X:1.0", {profile})).profile().tag() != IOP::TAG_MULTIPLE_COMPONENTS) return 1;
  std::cout << "shared: " << greeter->greet(outside);
  {
    auto binding = dimma::bind(greeter, dimma::EngineeringQoS::parse("processing=nullTask,messages=1"));
    std::cout << ", dedicated: " << binding->greet(outside) << '\n';
  }
  orb->destroy();
  return 0;
} catch (const std::exception& exception) {
  std::cerr << exception.what() << '\n';
  return 1;
}
