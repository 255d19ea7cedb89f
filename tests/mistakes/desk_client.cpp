// desk_client REFERENCE OPERATION [ARGUMENT]: a beginner's client, which prints an exception and ends with status 1.
#include "desk.hpp"

#include <dimma/orb.hpp>

#include <cstddef>
#include <iostream>
#include <string>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc < 3) {
    std::cerr << "desk_client REFERENCE greet NAME | store OCTETS | fail HOW | hold | release\n";
    return 2;
  }
  auto desk = IDL::traits<Desk>::narrow(orb->string_to_object(argv[1]));
  const std::string operation = argv[2];
  const std::string argument = argc > 3 ? argv[3] : "";
  if (operation == "greet")
    std::cout << desk->greet(argument) << '\n';
  else if (operation == "store")
    desk->store(Octets(std::stoul(argument)));
  else if (operation == "fail")
    desk->fail(argument);
  else if (operation == "hold")
    desk->hold();
  else
    desk->release();
  orb->destroy();
} catch (const std::exception& exception) {
  std::cerr << exception.what() << '\n';
  return 1;
}
