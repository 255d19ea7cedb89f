#include "fixture.hpp"

#include <vector>

namespace dynamic_test {

namespace {

CORBA::ORB_ptr new_orb(const char* id) {
  const char* options[] = {"program", "-ORBid", id, "-ORBListenEndpoints", "iiop://127.0.0.1:0"};
  std::vector<char*> argv;
  for (const char* option : options) argv.push_back(const_cast<char*>(option));
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  return CORBA::ORB_init(argc, argv.data());
}

}  // namespace

DynamicTest::DynamicTest() : server(new_orb("dynamic server")), client(new_orb("dynamic client")) {
  const CORBA::Object_var object = server->resolve_initial_references("RootPOA");
  root = PortableServer::POA::_narrow(object);
  const PortableServer::POAManager_var manager = root->the_POAManager();
  manager->activate();
  servant = new Desk;
  const PortableServer::ObjectId_var id = root->activate_object(servant.in());
  const CORBA::Object_var here = root->id_to_reference(id.in());
  desk = at_client(here);
}

DynamicTest::~DynamicTest() {
  client->destroy();
  server->destroy();
}

CORBA::Object_ptr DynamicTest::at_client(CORBA::Object_ptr object) {
  const CORBA::String_var text = server->object_to_string(object);
  return client->string_to_object(text);
}

CORBA::Request_ptr DynamicTest::request_of_noted(const char* text) {
  CORBA::Request_var made = request("noted");
  made->add_in_arg() <<= text;
  made->set_return_type(CORBA::_tc_string);
  return made._retn();
}

std::string text_in(const CORBA::Any& any) {
  const char* text = nullptr;
  return (any >>= text) ? text : "none";
}

CORBA::Long number_in(const CORBA::Any& any) {
  CORBA::Long number = -1;
  any >>= number;
  return number;
}

}  // namespace dynamic_test
