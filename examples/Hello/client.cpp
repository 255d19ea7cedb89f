#include "hello.hpp"

#include <dimma/orb.hpp>

#include <iostream>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 3) {
    std::cerr << "client REFERENCE NAME\n";
    return 2;
  }
  auto hello = IDL::traits<Hello>::narrow(orb->string_to_object(argv[1]));
  if (!hello) {
    std::cerr << "that is no Hello\n";
    return 1;
  }
  std::cout << hello->greet(argv[2]) << '\n';
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
