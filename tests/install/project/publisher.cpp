// A server that publishes itself, by the component `naming`, and a client of naming services.
#include "DimmaNaming.hpp"

#include <dimma/naming.hpp>

#include <iostream>

int main() {
  const auto orb = CORBA::ORB_init();
  const auto object = orb->string_to_object("corbaloc::localhost/Key");
  try {
    const auto publication = dimma::naming::publish(orb, "outside", object);
  } catch (const dimma::naming::PublishError& error) {
    const std::string text = error.what();
    std::cout << "not published: " << text.substr(0, text.find(';')) << std::endl;
  }
  const CosNaming::Name name{CosNaming::NameComponent("outside", "")};
  const auto no_context = IDL::traits<DimmaNaming::NamingContext>::narrow(nullptr);
  orb->destroy();
  return name.size() == 1 && !no_context ? 0 : 1;
}
