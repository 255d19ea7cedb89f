// Starts the reactor. The code does not mention TLS: the reference requires it, and the options have the certificate.

#include "reactor.hpp"

#include <dimma/orb.hpp>

#include <iostream>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "desk REFERENCE\n";
    return 2;
  }
  auto reactor = IDL::traits<Plant::Reactor>::narrow(orb->string_to_object(argv[1]));
  if (!reactor) {
    std::cerr << "that is no Reactor\n";
    return 1;
  }
  const auto operator_name = reactor->start();
  std::cout << "started by " << operator_name << '\n';
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
