#include "unit/orb/interception/interceptor_fixture.hpp"

#include <sched.h>

namespace dimma::test {

namespace {

class TestInitializer : public virtual IDL::traits<PI::ORBInitializer>::base_type {
 public:
  void pre_init(InitInfo info) override { initialization().before(info); }
  void post_init(InitInfo info) override { initialization().after(info); }
};

}  // namespace

Initialization& initialization() {
  static Initialization only;
  static const bool is_registered = [] {
    PI::register_orb_initializer(CORBA::make_reference<TestInitializer>());
    return true;
  }();
  (void)is_registered;
  return only;
}

CORBA::object_reference<ClientSpy> InterceptorTest::client_spy(const std::string& name) {
  return client_spies_.emplace_back(CORBA::make_reference<ClientSpy>(name, journal_));
}

CORBA::object_reference<ServerSpy> InterceptorTest::server_spy(const std::string& name) {
  return server_spies_.emplace_back(CORBA::make_reference<ServerSpy>(name, journal_));
}

void InterceptorTest::start(const std::string& giop) {
  const auto as_said = initialization().after;
  initialization().after = [&](const InitInfo& info) {
    if (info->orb_id() == "client") {
      for (const auto& spy : client_spies_) info->add_client_request_interceptor(spy);
    } else {
      for (const auto& spy : server_spies_) info->add_server_request_interceptor(spy);
    }
    as_said(info);
  };
  for (auto* const orb : {&server_, &client_}) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:0", "--dimma-giop", giop};
    *orb = CORBA::ORB_init(arguments, orb == &client_ ? "client" : "server");
  }
  initialization() = {};
  root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  root_->the_POAManager()->activate();
  root_->activate_object(servant_);
  local_clerk_ = IDL::traits<Desk::Clerk>::narrow(root_->servant_to_reference(servant_));
  clerk_ = narrow_unchecked<Desk::Clerk>(client_->string_to_object(server_->object_to_string(local_clerk_)));
  journal_.take();
}

InterceptorTest::~InterceptorTest() {
  initialization() = {};
  for (const auto& orb : {client_, server_}) {
    if (!orb) continue;
    try {
      orb->destroy();
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      // The test has destroyed it.
    }
  }
}

void InterceptorTest::await(const std::function<bool()>& holds) const {
  while (!holds()) {
    server_->perform_work();
    sched_yield();
  }
}

}  // namespace dimma::test
