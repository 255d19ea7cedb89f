// desk_misuse NAME [ARGUMENT]: a program that uses the interfaces of the ORB wrongly in the way that NAME says, and
// prints the exception.
#include "desk_skel.hpp"

#include <dimma/binding.hpp>
#include <dimma/orb.hpp>
#include <dimma/poa.hpp>
#include <dimma/publish.hpp>
#include <dimma/qos.hpp>

#include <functional>
#include <iostream>
#include <map>
#include <string>

namespace {

using ORB = IDL::traits<CORBA::ORB>::ref_type;
using POA = IDL::traits<PortableServer::POA>::ref_type;

class SmallDesk : public virtual CORBA::servant_traits<Desk>::base_type {
  std::string greet(const std::string& name) override { return name; }
  void store(const Octets&) override {}
  void fail(const std::string&) override {}
  void hold() override {}
  void release() override {}
};

POA root_poa(const ORB& orb) {
  return IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
}

IDL::traits<CORBA::Object>::ref_type activated(const ORB& orb) {
  auto poa = root_poa(orb);
  poa->the_POAManager()->activate();
  return poa->id_to_reference(poa->activate_object(CORBA::make_reference<SmallDesk>()));
}

void call_nil(const ORB&, const std::string&) {
  IDL::traits<Desk>::ref_type desk;
  desk->greet("world");
}

void misspell_initial(const ORB& orb, const std::string&) { orb->resolve_initial_references("RootPoa"); }

void resolve_naming(const ORB& orb, const std::string&) { orb->resolve_initial_references("NameService"); }

void activate_twice(const ORB& orb, const std::string&) {
  auto servant = CORBA::make_reference<SmallDesk>();
  root_poa(orb)->activate_object(servant);
  root_poa(orb)->activate_object(servant);
}

void activate_nothing(const ORB& orb, const std::string&) { root_poa(orb)->activate_object({}); }

void choose_id(const ORB& orb, const std::string&) {
  root_poa(orb)->activate_object_with_id(PortableServer::string_to_ObjectId("desk"),
                                         CORBA::make_reference<SmallDesk>());
}

void reuse_poa_name(const ORB& orb, const std::string&) {
  auto poa = root_poa(orb);
  poa->create_POA("desks", poa->the_POAManager(), {});
  poa->create_POA("desks", poa->the_POAManager(), {});
}

void call_after_destroy(const ORB& orb, const std::string&) {
  auto desk = IDL::traits<Desk>::narrow(activated(orb));
  orb->destroy();
  desk->greet("world");
}

void send_zero(const ORB& orb, const std::string&) {
  auto desk = dimma::bind(IDL::traits<Desk>::narrow(activated(orb)), dimma::EngineeringQoS{});
  desk->greet(std::string("wor\0ld", 6));
}

void publish_twice(const ORB& orb, const std::string&) {
  auto desk = activated(orb);
  dimma::publish(orb, "Desk", desk);
  dimma::publish(orb, "Desk", desk);
}

void parse_qos(const ORB&, const std::string& text) { dimma::EngineeringQoS::parse(text); }

void narrow_other(const ORB& orb, const std::string&) {
  IDL::traits<PortableServer::POA>::narrow(activated(orb))->the_name();
}

const std::map<std::string, std::function<void(const ORB&, const std::string&)>> misuses{
    {"activate_nothing", activate_nothing},
    {"activate_twice", activate_twice},
    {"call_after_destroy", call_after_destroy},
    {"call_nil", call_nil},
    {"choose_id", choose_id},
    {"misspell_initial", misspell_initial},
    {"narrow_other", narrow_other},
    {"parse_qos", parse_qos},
    {"publish_twice", publish_twice},
    {"resolve_naming", resolve_naming},
    {"reuse_poa_name", reuse_poa_name},
    {"send_zero", send_zero},
};

}  // namespace

int main(int argc, char* argv[]) try {
  auto orb = CORBA::ORB_init(argc, argv);
  misuses.at(argv[1])(orb, argc > 2 ? argv[2] : "");
  std::cerr << "nothing was raised\n";
  return 3;
} catch (const std::exception& exception) {
  std::cerr << exception.what() << '\n';
  return 1;
}
