// Callbacks during a call, and during those callbacks, which only the caller's thread can serve.

#include "unit/single_threaded/single_threaded_fixture.hpp"

namespace dimma::test {

namespace {

class Nested : public AloneTest {
 protected:
  explicit Nested(const std::string& qos = "") : AloneTest(qos) {
    own_ = CORBA::make_reference<CounterServant>();
    own_root_ = active_root(client_);
    own_id_ = own_root_->activate_object(own_);
  }
  CORBA::object_reference<Sample::Counter> callback() {
    return IDL::traits<Sample::Counter>::narrow(own_root_->id_to_reference(own_id_));
  }

  CORBA::servant_reference<CounterServant> own_;
  CORBA::object_reference<PortableServer::POA> own_root_;
  PortableServer::ObjectId own_id_;
};

class NestedDedicated : public Nested {
 protected:
  NestedDedicated() : Nested("processing=nullTask,messages=1") {}
};

TEST_F(Nested, CallbacksGoAsDeepAsMayBe) {
  for (int depth = 0; depth < 40; ++depth) ASSERT_EQ(object_->call_back(callback(), depth), depth);
  EXPECT_EQ(object_->add(1), 1);
}

TEST_F(Nested, TooDeepOnesAreRefusedAndTheConnectionsStand) {
  EXPECT_THROW(object_->call_back(callback(), 150), CORBA::SystemException);
  EXPECT_EQ(object_->call_back(callback(), 10), 10);
}

TEST_F(Nested, ACallToTheSameServantWithinItsUpcall) {
  servant_->on_ping = [&] {
    if (servant_->pings < 5) object_->ping();
  };
  object_->ping();
  EXPECT_EQ(servant_->pings, 5);
}

TEST_F(Nested, SeveralCallbacksInOneUpcall) {
  servant_->on_ping = [&] {
    const auto peer =
        IDL::traits<Sample::Counter>::narrow(server_->string_to_object(client_->object_to_string(callback())));
    for (int i = 1; i <= 100; ++i) ASSERT_EQ(peer->add(1), i);
  };
  for (int i = 0; i < 3; ++i) {
    own_->counted = 0;
    object_->ping();
  }
}

TEST_F(Nested, ShutdownWithinACallbackEndsInOrder) {
  own_->on_ping = [&] { client_->shutdown(false); };
  servant_->on_ping = [&] {
    const auto peer =
        IDL::traits<Sample::Counter>::narrow(server_->string_to_object(client_->object_to_string(callback())));
    peer->ping();
  };
  callback();  // makes the client's endpoint listen
  object_->ping();
  client_->run();
  EXPECT_THROW(object_->ping(), CORBA::BAD_INV_ORDER);
}

// A dedicated channel has one message in progress: a call on it within a callback of that message would wait for
// itself.
TEST_F(NestedDedicated, ACallOnTheSameChannelIsRefused) {
  servant_->on_ping = [&] {
    if (servant_->pings > 1) return;
    EXPECT_THROW(object_->ping(), CORBA::NO_RESOURCES);
  };
  object_->ping();
  EXPECT_EQ(servant_->pings, 1);
  object_->ping();
  EXPECT_EQ(servant_->pings, 2);
}

TEST_F(NestedDedicated, OneCallbackIsServed) {
  EXPECT_EQ(object_->call_back(callback(), 1), 1);
  EXPECT_EQ(object_->add(1), 1);
}

}  // namespace
}  // namespace dimma::test
