// Calls, oneways, and run(), perform_work() and work_pending() where nothing else serves.

#include "unit/single_threaded/single_threaded_fixture.hpp"

#include <chrono>
#include <filesystem>

namespace dimma::test {

namespace {

using Calls = AloneTest;

std::ptrdiff_t threads_of_this_process() {
  const std::filesystem::directory_iterator tasks("/proc/self/task");
  return std::distance(begin(tasks), end(tasks));
}

TEST_F(Calls, AreServedWhileTheCallerWaits) {
  for (int i = 1; i <= 500; ++i) ASSERT_EQ(object_->add(1), i);
  EXPECT_THROW(object_->add(-1), Sample::Bad);
  EXPECT_EQ(threads_of_this_process(), 1);
}

TEST_F(Calls, TwoClientsTakeTurns) {
  const auto third = make_orb("third");
  const auto other = IDL::traits<Sample::Counter>::narrow(third->string_to_object(client_->object_to_string(object_)));
  for (int i = 1; i <= 100; ++i) {
    ASSERT_EQ(object_->add(1), 2 * i - 1);
    ASSERT_EQ(other->add(1), 2 * i);
  }
  third->destroy();
}

TEST_F(Calls, OnewaysAreServedByPerformWork) {
  object_->ping();  // the connection is there and accepted
  EXPECT_FALSE(server_->work_pending());
  object_->note("one");
  object_->note("two");
  while (!server_->work_pending()) {
  }
  EXPECT_EQ(servant_->notes, 0);
  server_->perform_work();
  server_->perform_work();
  EXPECT_EQ(servant_->notes, 2);
  EXPECT_FALSE(server_->work_pending());
  server_->perform_work();  // nothing to do, and it does not wait
}

TEST_F(Calls, RunReturnsAfterTheRequestThatShutsDown) {
  servant_->on_ping = [&] { EXPECT_TRUE(true); };
  object_->ping();
  int served = 0;
  servant_->on_act = [&](const std::string& what) {
    ++served;
    if (what == "shut down") server_->shutdown(false);
  };
  object_->note("before");
  object_->note("shut down is next");
  servant_->on_ping = [&] { server_->shutdown(false); };
  object_->ping();
  server_->run();
  EXPECT_EQ(servant_->notes, 2);
  EXPECT_THROW(object_->ping(), CORBA::SystemException);
}

TEST_F(Calls, HeldCallsAreServedOnceTheirObjectIsActive) {
  const auto held = root_->create_POA("held", nullptr, {});  // with a manager of its own, which holds
  const auto patient = CORBA::make_reference<CounterServant>();
  const auto waits = as_seen_by(client_, server_, patient, held);
  servant_->on_ping = [&] {
    EXPECT_EQ(patient->notes, 0);
    held->the_POAManager()->activate();
  };
  waits->note("held");
  object_->ping();
  while (patient->notes == 0) server_->perform_work();
  waits->ping();
  EXPECT_EQ(patient->pings, 1);
}

TEST_F(Calls, EndAtTheirDeadlineWhileOthersAreServed) {
  const auto held = root_->create_POA("held", nullptr, {});
  const auto waits = as_seen_by(client_, server_, CORBA::make_reference<CounterServant>(), held);
  const auto binding = dimma::bind(waits, dimma::EngineeringQoS::parse("deadline=50ms"));
  servant_->on_ping = [&] { held->the_POAManager()->discard_requests(false); };
  object_->ping();
  EXPECT_THROW(binding->ping(), CORBA::TRANSIENT);  // discarded
}

TEST_F(Calls, LeaveNoDescriptorBehind) {
  const auto open_now = [] {
    const std::filesystem::directory_iterator files("/proc/self/fd");
    return std::distance(begin(files), end(files));
  };
  object_->ping();
  const auto before = open_now();
  for (int i = 0; i < 20; ++i) {
    const auto orb = make_orb("passing");
    const auto root = active_root(orb);
    as_seen_by(client_, orb, CORBA::make_reference<CounterServant>(), root)->ping();
    orb->destroy();
  }
  EXPECT_LE(open_now(), before + 1);  // the client's last connection, which is closed when it is checked next
}

TEST_F(Calls, ThatNeedThreadsAreRefusedByName) {
  const auto refused = [&](const char* text) {
    try {
      dimma::bind(object_, dimma::EngineeringQoS::parse(text));
    } catch (const dimma::QoSError& error) {
      EXPECT_EQ(error.reason(), "this build has no threads") << text;
      return error.field();
    }
    return std::string("nothing");
  };
  EXPECT_EQ(refused("processing=pool(2)"), "processing");
  EXPECT_EQ(refused("processing=factory"), "processing");
  EXPECT_EQ(refused("demultiplexing=task"), "demultiplexing");
  EXPECT_EQ(refused("scheduling=name(mine),processing=shared"), "scheduling");
  EXPECT_THROW(dimma::create_poa(root_, "pool", dimma::EngineeringQoS::parse("processing=pool(2)")), dimma::QoSError);
  EXPECT_THROW(dimma::create_poa(root_, "spin", dimma::EngineeringQoS::parse("wait=spin")), dimma::QoSError);
}

}  // namespace
}  // namespace dimma::test
