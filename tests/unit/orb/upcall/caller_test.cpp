// The identity of the caller: over each transport, within the process, and at every stage of a request.

#include "unit/orb/counter_servant.hpp"
#include "unit/orb/upcall/noted.hpp"

#include <dimma/caller.hpp>
#include <dimma/corba.hpp>
#include <dimma/dii.hpp>
#include <dimma/dsi.hpp>

#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

namespace dimma::test {
namespace {

std::string transport_of(const std::shared_ptr<const Peer>& peer) { return peer ? peer->transport : "nobody"; }

class Callers : public testing::Test {
 protected:
  Callers() {
    server_ = orb("callers-server", {"--dimma-endpoint", "iiop://127.0.0.1"});
    for (const std::string transport : {"tcp", "unix", "shm"}) {
      clients_[transport] = orb("callers-" + transport, {"--dimma-qos", "transport=" + transport});
    }
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    servant_ = CORBA::make_reference<CounterServant>();
  }
  ~Callers() override {
    for (const auto& [transport, client] : clients_) client->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> orb(const std::string& id, std::vector<std::string> arguments) {
    return CORBA::ORB_init(arguments, id);
  }
  CORBA::object_reference<Sample::Counter> over(const std::string& transport,
                                                const CORBA::object_reference<CORBA::Object>& object) {
    const auto text = server_->object_to_string(object);
    return IDL::traits<Sample::Counter>::narrow(clients_.at(transport)->string_to_object(text));
  }
  CORBA::object_reference<Sample::Counter> over(const std::string& transport) {
    return over(transport, root_->servant_to_reference(servant_));
  }

  CORBA::object_reference<CORBA::ORB> server_;
  std::map<std::string, CORBA::object_reference<CORBA::ORB>> clients_;
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::servant_reference<CounterServant> servant_;
};

TEST_F(Callers, AreKnownByTheirTransport) {
  Noted<std::shared_ptr<const Peer>> noted;
  servant_->on_ping = [&] { noted = caller(); };
  for (const std::string transport : {"tcp", "unix", "shm"}) {
    const auto object = over(transport);
    object->ping();
    const auto seen = noted.get();
    ASSERT_TRUE(seen) << transport;
    EXPECT_EQ(seen->transport, transport);
    EXPECT_FALSE(seen->is_collocated());
    EXPECT_FALSE(seen->security);
    EXPECT_EQ(seen->process.has_value(), transport != "tcp");
    if (seen->process) {
      EXPECT_EQ(seen->process->uid, ::geteuid());
      EXPECT_EQ(seen->process->pid, ::getpid());
      EXPECT_EQ(seen->address, "");
    } else {
      EXPECT_EQ(seen->address, "127.0.0.1");
      EXPECT_NE(seen->port, 0);
    }
    object->ping();
    EXPECT_EQ(noted.get(), seen) << "found out once a connection";
  }
}

TEST_F(Callers, AreThisProcessWithinIt) {
  std::shared_ptr<const Peer> seen;
  servant_->on_ping = [&] { seen = caller(); };
  const auto local = IDL::traits<Sample::Counter>::narrow(root_->servant_to_reference(servant_));
  local->ping();
  ASSERT_TRUE(seen);
  EXPECT_TRUE(seen->is_collocated());
  EXPECT_EQ(seen->process->pid, ::getpid());
  EXPECT_FALSE(caller()) << "outside of an upcall";
}

TEST_F(Callers, AreThoseOfTheInnermostUpcall) {
  const auto inner = CORBA::make_reference<CounterServant>();
  Noted<std::vector<std::string>> seen;
  inner->on_ping = [&] { seen.push_back(transport_of(caller())); };
  const auto local = IDL::traits<Sample::Counter>::narrow(root_->servant_to_reference(inner));
  servant_->on_ping = [&] {
    seen.push_back(transport_of(caller()));
    local->ping();
    seen.push_back(transport_of(caller()));
    over("unix", root_->servant_to_reference(inner))->ping();
    seen.push_back(transport_of(caller()));
  };
  over("tcp")->ping();
  EXPECT_EQ(seen.get(), (std::vector<std::string>{"tcp", "collocated", "tcp", "unix", "tcp"}));
}

class AskingActivator : public virtual IDL::traits<PortableServer::ServantActivator>::base_type {
 public:
  CORBA::servant_reference<PortableServer::Servant> incarnate(const PortableServer::ObjectId&,
                                                              CORBA::object_reference<PortableServer::POA>) override {
    seen.push_back(transport_of(caller()));
    auto servant = CORBA::make_reference<CounterServant>();
    servant->on_ping = on_ping;
    return servant;
  }
  void etherealize(const PortableServer::ObjectId&, CORBA::object_reference<PortableServer::POA>,
                   CORBA::servant_reference<PortableServer::Servant>, bool, bool) override {}

  Noted<std::vector<std::string>> seen;
  std::function<void()> on_ping;
};

TEST_F(Callers, AreSeenByServantManagers) {
  const auto poa = root_->create_POA(
      "managed", root_->the_POAManager(),
      {root_->create_request_processing_policy(PortableServer::RequestProcessingPolicyValue::USE_SERVANT_MANAGER),
       root_->create_id_assignment_policy(PortableServer::IdAssignmentPolicyValue::USER_ID)});
  const auto activator = CORBA::make_reference<AskingActivator>();
  poa->set_servant_manager(activator);
  const auto object = [&](std::uint8_t id) { return poa->create_reference_with_id({id}, "IDL:Sample/Counter:1.0"); };
  const auto local = IDL::traits<Sample::Counter>::narrow(object('b'));
  Noted<std::string> behind;
  activator->on_ping = [&] {
    activator->on_ping = nullptr;
    local->ping();
    behind = transport_of(caller());
  };
  over("unix", object('a'))->ping();
  EXPECT_EQ(activator->seen.get(), (std::vector<std::string>{"unix", "collocated"}));
  EXPECT_EQ(behind.get(), "unix");
}

class Dynamic : public PortableServer::DynamicImplementation {
 public:
  void invoke(CORBA::object_reference<CORBA::ServerRequest> request) override {
    request->arguments(CORBA::make_reference<CORBA::NVList>());
    seen = caller();
  }
  std::string _primary_interface(const PortableServer::ObjectId&,
                                 CORBA::object_reference<PortableServer::POA>) override {
    return "IDL:Sample/Counter:1.0";
  }

  Noted<std::shared_ptr<const Peer>> seen;
};

TEST_F(Callers, AreSeenByDynamicServants) {
  const auto dynamic = CORBA::make_reference<Dynamic>();
  over("shm", root_->servant_to_reference(dynamic))->ping();
  EXPECT_EQ(transport_of(dynamic->seen.get()), "shm");
}

}  // namespace
}  // namespace dimma::test
