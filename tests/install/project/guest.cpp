// A program that uses TAOX11's names of headers and files.

#include <tao/x11/corba.h>
#include <tao/x11/orb.h>
#include <tao/x11/portable_server/portableserver.h>

#include "guestS.h"

#include <iostream>

class Visitor : public virtual CORBA::servant_traits<Guest>::base_type {
 public:
  std::string visit(const std::string& house) override { return "in " + house; }
};

int main(int argc, char* argv[]) {
  IDL::traits<CORBA::ORB>::ref_type orb = CORBA::ORB_init(argc, argv);
  IDL::traits<PortableServer::POA>::ref_type root =
      IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  CORBA::servant_traits<Guest>::ref_type servant = CORBA::make_reference<Visitor>();
  const PortableServer::ObjectId id = root->activate_object(servant);
  IDL::traits<Guest>::ref_type guest = IDL::traits<Guest>::narrow(root->id_to_reference(id));
  std::cout << guest->visit("outside") << std::endl;
  orb->destroy();
}
