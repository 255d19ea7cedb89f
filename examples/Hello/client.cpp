// client REFERENCE: calls the object twice.

#include "hello.hpp"

#include <dimma/binding.hpp>

#include <exception>
#include <iostream>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "usage: client REFERENCE (IOR:..., file:///..., corbaloc:...)\n";
    return 2;
  }
  auto hello = IDL::traits<Hello>::narrow(orb->string_to_object(argv[1]));
  if (!hello) {
    std::cerr << "client: the reference is nil\n";
    return 1;
  }
  std::cout << hello->greet("world") << '\n';  // by the default channel, which calls share

  // By a connection of its own, whose replies the calling thread reads.
  auto binding = dimma::bind(hello, dimma::EngineeringQoS::parse("processing=nullTask,messages=1"));
  std::cout << binding->greet("again") << '\n' << binding.describe();
  orb->destroy();
  return 0;
} catch (const std::exception& error) {
  std::cerr << "client: " << error.what() << '\n';
  return 1;
}
