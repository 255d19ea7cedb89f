// Prints the reference of an object of Calls::Echo, and serves until a client calls shut().
#include <cstdio>

#include "echo_servant.hpp"

int main(int argc, char** argv) {
  CORBA::ORB_var orb = CORBA::ORB_init(argc, argv);
  CORBA::Object_var object = orb->resolve_initial_references("RootPOA");
  PortableServer::POA_var poa = PortableServer::POA::_narrow(object);
  PortableServer::POAManager_var manager = poa->the_POAManager();
  manager->activate();
  EchoServant* servant = new EchoServant(orb);
  PortableServer::ObjectId_var id = poa->activate_object(servant);
  servant->_remove_ref();
  object = poa->id_to_reference(id);
  CORBA::String_var reference = orb->object_to_string(object);
  std::puts(reference.in());
  std::fflush(stdout);
  orb->run();
  orb->destroy();
  return 0;
}
