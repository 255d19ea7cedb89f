// A program may end without destroying its ORB, whose threads then run until the process is gone.

#include "common/certificates/certificates.hpp"
#include "unit/orb/reference/asynchronous_fixture.hpp"

#include <dimma/tls.hpp>

#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

struct Ends {
  CORBA::object_reference<CORBA::ORB> server;
  CORBA::object_reference<CORBA::ORB> client;
  std::string ior;
};

// Never destroyed, as the handler below uses it.
Ends& ends() {
  static auto& only = *new Ends;
  return only;
}

void call() {
  const auto clerk = narrow_unchecked<Desk::Clerk>(ends().client->string_to_object(ends().ior));
  const auto binding = dimma::bind(clerk, EngineeringQoS::parse("transport=tls,connection=dedicated"));
  if (binding->pages() != 12) std::_Exit(1);
}

// The main thread's thread-local data is gone by then.
void call_and_end() {
  std::thread(call).join();
  std::_Exit(0);
}

// Registered before OpenSSL and the ORB register theirs, the handler runs after them.
[[noreturn]] void call_while_the_process_ends() {
  if (std::atexit(call_and_end) != 0) std::_Exit(2);
  std::vector<std::string> at_server{
      "--dimma-endpoint", "ssliop://localhost:0",         "--dimma-tls-certificate", certificate_file("server.pem"),
      "--dimma-tls-key",  certificate_file("server.key"), "--dimma-tls-authorities", certificate_file("ca.pem")};
  std::vector<std::string> at_client{"--dimma-tls-authorities", certificate_file("ca.pem")};
  ends().server = CORBA::ORB_init(at_server, "server");
  ends().client = CORBA::ORB_init(at_client, "client");
  const auto root = IDL::traits<PortableServer::POA>::narrow(ends().server->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  const auto servant = CORBA::make_reference<ClerkServant>();
  root->activate_object(servant);
  ends().ior = ends().server->object_to_string(root->servant_to_reference(servant));
  call();
  std::exit(0);
}

TEST(TlsProcessEndDeathTest, ThreadsUseOpenSslUntilTheEnd) {
  testing::GTEST_FLAG(death_test_style) = "threadsafe";
  EXPECT_EXIT(call_while_the_process_ends(), testing::ExitedWithCode(0), "");
}

}  // namespace
}  // namespace dimma::test
