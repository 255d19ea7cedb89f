// A plug-in like those of component frameworks: it serves its object in the ORB of the program that has loaded it.
#include "greeter_servant.hpp"

#include <dimma/orb.hpp>

extern "C" [[gnu::visibility("default")]] void activate_plugin(const CORBA::object_reference<CORBA::ORB>& orb,
                                                               std::string& ior) {
  ior = orb->object_to_string(activate(orb, "plug-in"));
}
