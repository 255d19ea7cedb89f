// Shows what the thermometer of a name says: display NAME.

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
  // rir: the ORB's own initial reference NameService. Any other URL of a service may stand there: corbaname::HOST#NAME.
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
