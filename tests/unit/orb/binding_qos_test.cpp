// What a QoS says of a binding, seen by an application: deadlines, and that all comes back when it is unbound.

#include "unit/iiop/system_view.hpp"
#include "unit/orb/counter_servant.hpp"

#include <dimma/binding.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace dimma::test {
namespace {

class BindingQos : public testing::Test {
 protected:
  BindingQos() {
    root_->the_POAManager()->activate();
    const auto reference = root_->servant_to_reference(servant_);
    object_ = IDL::traits<Sample::Counter>::narrow(client_->string_to_object(server_->object_to_string(reference)));
  }
  ~BindingQos() override {
    client_->destroy();
    server_->destroy();
  }
  static CORBA::object_reference<CORBA::ORB> make_orb(const std::string& id) {
    std::vector<std::string> arguments{"--dimma-endpoint", "iiop://127.0.0.1"};
    return CORBA::ORB_init(arguments, id);
  }

  CORBA::object_reference<CORBA::ORB> server_ = make_orb("binding-server");
  CORBA::object_reference<CORBA::ORB> client_ = make_orb("binding-client");
  CORBA::object_reference<PortableServer::POA> root_ =
      IDL::traits<PortableServer::POA>::narrow(server_->resolve_initial_references("RootPOA"));
  CORBA::servant_reference<CounterServant> servant_ = CORBA::make_reference<CounterServant>();
  CORBA::object_reference<Sample::Counter> object_;
};

TEST_F(BindingQos, EachCallHasTheDeadline) {
  static std::atomic<bool> open{true};  // outlives the upcalls
  servant_->on_ping = [] {
    while (!open) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  };
  for (const char* text : {"deadline=30ms", "deadline=30ms,processing=nullTask,messages=1",
                           "deadline=30ms,processing=pool(1)", "deadline=30ms,demultiplexing=task"}) {
    SCOPED_TRACE(text);
    open = false;
    const auto binding = dimma::bind(object_, EngineeringQoS::parse(text));
    const auto connection = binding.describe().value("connection");
    EXPECT_THROW(binding->ping(), CORBA::TIMEOUT);
    open = true;
    // The late reply is dropped, and the next call goes over the same connection.
    bool answered = false;
    for (int i = 0; i < 100 && !answered; ++i) {
      try {
        answered = binding->add(1) > 0;
      } catch (const CORBA::TIMEOUT&) {
        // The machine is busy.
      }
    }
    EXPECT_TRUE(answered);
    EXPECT_EQ(binding.describe().value("connection"), connection);
  }
}

TEST_F(BindingQos, AllComesBackWhenItIsUnbound) {
  object_->ping();
  const auto before = sockets();
  {
    auto binding = dimma::bind(object_, EngineeringQoS::parse("processing=pool(3),connection=dedicated,messages=2,"
                                                              "demultiplexing=task,buffers=pool(2,64k)"));
    binding->ping();
    EXPECT_EQ(threads_called("dimma-task").size(), 3U);
    EXPECT_EQ(threads_called("dimma-demux").size(), 1U);
    EXPECT_GT(sockets(), before);
    binding.unbind();
    EXPECT_EQ(threads_called("dimma-task").size(), 0U);
    EXPECT_EQ(threads_called("dimma-demux").size(), 0U);
  }
  while (sockets() != before) std::this_thread::yield();  // the server's end has heard of it
}

}  // namespace
}  // namespace dimma::test
