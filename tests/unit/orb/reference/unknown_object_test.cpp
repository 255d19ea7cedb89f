// The exceptions of calls on an object that its server does not have.

#include "iiop/giop/profile.hpp"
#include "orb/state/ior.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/publish.hpp>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

using OrbRef = CORBA::object_reference<CORBA::ORB>;

OrbRef listening_orb(const std::string& id, const std::string& port = "0") {
  std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1:" + port};
  return CORBA::ORB_init(arguments, id);
}

class UnknownObjectTest : public testing::Test {
 protected:
  UnknownObjectTest() { serve(); }
  ~UnknownObjectTest() override {
    client_->destroy();
    server_->destroy();
  }
  void serve(const std::string& port = "0") {
    server_ = listening_orb("unknown-object-server", port);
    root_ = IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
    root_->the_POAManager()->activate();
    object_ = root_->servant_to_reference(CORBA::make_reference<CounterServant>());
  }
  std::string told_of(const std::string& reference) {
    try {
      narrow_unchecked<Sample::Counter>(client_->string_to_object(reference))->ping();
      return "it is there";
    } catch (const CORBA::OBJECT_NOT_EXIST& error) {
      return error._detail();
    }
  }
  std::string port() {
    const auto ior = orb::parse_ior(server_->object_to_string(object_));
    return std::to_string(iiop::decode_profile(ior.profiles.at(0).data).address.port);
  }
  std::string named(const std::string& name) { return "corbaloc::127.0.0.1:" + port() + "/" + name; }

  OrbRef server_;
  OrbRef client_ = listening_orb("unknown-object-client");
  CORBA::object_reference<PortableServer::POA> root_;
  CORBA::object_reference<CORBA::Object> object_;
};

TEST_F(UnknownObjectTest, APublishedNameThatIsNearIsProposed) {
  EXPECT_EQ(told_of(named("Greter")),
            "this server has no object with the key 'Greter'; it has published no name (dimma::publish)");
  publish(server_, "Greeter", object_);
  publish(server_, "Clock", object_);
  EXPECT_EQ(told_of(named("Greeter")), "it is there");
  EXPECT_EQ(told_of(named("Greter")), "this server has no object with the key 'Greter'; did you mean 'Greeter'?");
  EXPECT_EQ(told_of(named("Printer")),
            "this server has no object with the key 'Printer'; it has published Clock, Greeter");
  for (int i = 0; i < 20; ++i) publish(server_, "Object" + std::to_string(100 + i), object_);
  EXPECT_EQ(told_of(named("Printer")),
            "this server has no object with the key 'Printer'; it has published Clock, Greeter, Object100, Object101, "
            "Object102, Object103, Object104, Object105 and 14 others");
  for (int i = 0; i < 100; ++i) publish(server_, "Many" + std::to_string(i), object_);
  EXPECT_EQ(told_of(named("Printer")), "this server has no object with the key 'Printer'; it has published 122 names");
}

TEST_F(UnknownObjectTest, ATransientReferenceOfAnEarlierRunIsNamedAsOne) {
  const auto reference = server_->object_to_string(object_);
  const auto same_port = port();
  EXPECT_EQ(told_of(reference), "it is there");
  server_->destroy();
  serve(same_port);
  ASSERT_EQ(port(), same_port);
  EXPECT_EQ(
      told_of(reference),
      "the reference is transient, and was made by an ORB that has ended, such as an earlier run of this server: get a "
      "new one, or use references that last (dimma::publish, or a POA with PERSISTENT and USER_ID)");
}

TEST_F(UnknownObjectTest, APoaThatIsNotThereIsNamed) {
  const auto lifespan = root_->create_lifespan_policy(PortableServer::LifespanPolicyValue::PERSISTENT);
  const auto lasting = root_->create_POA("lasting", root_->the_POAManager(), {lifespan});
  const auto passing = root_->create_POA("passing", root_->the_POAManager(), {});
  const auto servant = CORBA::make_reference<CounterServant>();
  lasting->activate_object(servant);
  const auto of_lasting = server_->object_to_string(lasting->servant_to_reference(servant));
  const auto id = passing->activate_object(CORBA::make_reference<CounterServant>());
  const auto of_passing = server_->object_to_string(passing->id_to_reference(id));
  lasting->destroy(true, true);
  passing->destroy(true, true);
  EXPECT_EQ(told_of(of_lasting),
            "the object's POA does not exist: this server has not created 'lasting/' as a persistent POA");
  EXPECT_EQ(told_of(of_passing), "the object's POA does not exist: the server has destroyed it");
}

}  // namespace
}  // namespace dimma::test
