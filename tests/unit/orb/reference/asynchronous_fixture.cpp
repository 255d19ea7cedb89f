#include "unit/orb/reference/asynchronous_fixture.hpp"

namespace dimma::test {

AsynchronousTest::OrbRef AsynchronousTest::make_orb(const std::string& id) {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0"};
  return CORBA::ORB_init(arguments, id);
}

AsynchronousTest::PoaRef AsynchronousTest::active_root(const OrbRef& orb) {
  auto root = IDL::traits<PortableServer::POA>::narrow(orb->resolve_initial_references("RootPOA"));
  root->the_POAManager()->activate();
  return root;
}

AsynchronousTest::AsynchronousTest()
    : server_(make_orb("server")),
      client_(make_orb("client")),
      server_root_(active_root(server_)),
      client_root_(active_root(client_)) {
  const auto id = client_root_->activate_object(heard_);
  handler_ = Handlers::replyhandler_traits::narrow(client_root_->id_to_reference(id));
  server_root_->activate_object(servant_);
  clerk_ = seen_by<Desk::Clerk>(client_, server_, server_root_, servant_);
}

void AsynchronousTest::destroy(const OrbRef& orb) {
  try {
    orb->destroy();
  } catch (const CORBA::OBJECT_NOT_EXIST&) {
    // The test has destroyed it.
  }
}

AsynchronousTest::~AsynchronousTest() {
  servant_->holds(false);
  destroy(client_);
  destroy(server_);
}

}  // namespace dimma::test
