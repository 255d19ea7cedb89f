// Prints the reference of an object of Anys::Echo, and serves until a client calls shut().
#include <cstdio>

#include "anys_servant.hpp"

int main(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
  PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();
  PortableServer::Servant_var<AnysServant> servant = new AnysServant(orb);
  Anys::Echo_var echo = servant->_this();
  CORBA::String_var reference = orb->object_to_string(echo);
  std::puts(reference.in());
  std::fflush(stdout);
  orb->run();
  orb->destroy();
  return 0;
}
