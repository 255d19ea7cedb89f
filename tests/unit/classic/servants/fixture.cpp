#include "fixture.hpp"

#include "classic/objects/modern.hpp"

#include <dimma/orb.hpp>

#include <vector>

namespace classic_test {

std::atomic<int> CountingServant::alive{0};

namespace {

std::vector<std::string> options(const char* id) {
  return {"-ORBid", id, "-ORBListenEndpoints", "iiop://127.0.0.1:0", "--dimma-qos", "transport=tcp"};
}

CORBA::ORB* new_orb(const char* id) {
  auto arguments = options(id);
  std::vector<char*> argv = {nullptr};
  for (auto& each : arguments) argv.push_back(each.data());
  int argc = static_cast<int>(argv.size());
  argv.push_back(nullptr);
  return CORBA::ORB_init(argc, argv.data());
}

}  // namespace

std::string text_of(const PortableServer::ObjectId& id) {
  const CORBA::String_var text(PortableServer::ObjectId_to_string(id));
  return text.in();
}

ServantsTest::ServantsTest() : orb(new_orb("classic server")) {
  auto arguments = options("modern client");
  client = ::CORBA::ORB_init(arguments);
  const CORBA::Object_var object(orb->resolve_initial_references("RootPOA"));
  root = PortableServer::POA::_narrow(object.in());
  const PortableServer::POAManager_var manager(root->the_POAManager());
  manager->activate();
}

ServantsTest::~ServantsTest() {
  client->destroy();
  orb->destroy();
}

::CORBA::object_reference<::Sample::Counter> ServantsTest::here(CORBA::Object_ptr object) {
  return ::IDL::traits<::Sample::Counter>::narrow(::dimma::classic::modern_of(*object));
}

::CORBA::object_reference<::Sample::Counter> ServantsTest::over_tcp(CORBA::Object_ptr object) {
  const CORBA::String_var text(orb->object_to_string(object));
  return ::IDL::traits<::Sample::Counter>::narrow(client->string_to_object(text.in()));
}

classic_sample::Counter* ServantsTest::classic_over_tcp(CORBA::Object_ptr object) {
  const CORBA::String_var text(orb->object_to_string(object));
  const CORBA::Object_var remote(::dimma::classic::classic_of(client->string_to_object(text.in())));
  return classic_sample::Counter::_narrow(remote.in());
}

PortableServer::POA* ServantsTest::child(const char* name, const CORBA::PolicyList& policies) {
  const PortableServer::POAManager_var manager(root->the_POAManager());
  return root->create_POA(name, manager.in(), policies);
}

}  // namespace classic_test
