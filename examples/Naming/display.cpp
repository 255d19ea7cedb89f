// Shows the temperature of the thermometer with a name: display NAME.

#include "thermometer.hpp"

#include <dimma/orb.hpp>

#include <iostream>
#include <string>

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  if (argc != 2) {
    std::cerr << "display NAME -ORBInitRef NameService=URL\n";
    return 2;
  }
  // rir: stands for the ORB's initial reference NameService. A service's address may be used instead:
  // corbaname::HOST#NAME.
  auto object = orb->string_to_object("corbaname:rir:#" + std::string(argv[1]));
  auto thermometer = IDL::traits<Plant::Thermometer>::narrow(object);
  if (!thermometer) {
    std::cerr << argv[1] << " is no Thermometer\n";
    return 1;
  }
  std::cout << argv[1] << ": " << thermometer->celsius() << " C\n";
  orb->destroy();
} catch (const CORBA::Exception& exception) {
  std::cerr << exception << '\n';
  return 1;
}
