// Calls that the threads of a channel make for their callers.

#include "iiop/client/tasked_channel.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/exception.hpp>

#include <gtest/gtest.h>

#include <functional>
#include <future>
#include <set>
#include <stdexcept>
#include <thread>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

constexpr Operation operation{"op"};

// The inner channel, which does what the test says.
class Within final : public AssembledChannel {
 public:
  void open(Deadline /*deadline*/) override {}
  channel::Outcome call(channel::Request& /*request*/) override {
    on_call();
    return outcome;
  }
  channel::Located locate(channel::Outcome& /*forward*/, Deadline /*deadline*/) override {
    on_call();
    return channel::Located::object_here;
  }
  void close() noexcept override { ++closed; }
  void report(std::vector<channel::Fact>& /*facts*/) const override {}

  std::function<void()> on_call = [] {};
  channel::Outcome outcome;
  int closed = 0;
};

struct Tasked {
  explicit Tasked(const char* qos)
      : channel(std::make_unique<TaskedChannel>(within, EngineeringQoS::parse(qos), settings)) {}

  channel::Outcome call(Deadline deadline = no_deadline) {
    const auto write = [](cdr::Encoder&) {};
    const auto read = [](cdr::Decoder&) {};
    channel::Request request{operation, write, read, deadline};
    return channel->call(request);
  }

  const std::shared_ptr<Within> within = std::make_shared<Within>();
  const Settings settings;
  const std::unique_ptr<TaskedChannel> channel;
};

class TaskedChannels : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(All, TaskedChannels, testing::Values("processing=pool(2)", "processing=factory"));

TEST_P(TaskedChannels, CarryACallOnAnotherThread) {
  Tasked tasked(GetParam());
  std::thread::id thread;
  tasked.within->on_call = [&] { thread = std::this_thread::get_id(); };
  tasked.within->outcome = {channel::Outcome::Kind::location_forward, {std::byte{7}}};
  const auto outcome = tasked.call();
  EXPECT_NE(thread, std::this_thread::get_id());
  EXPECT_EQ(outcome.kind, channel::Outcome::Kind::location_forward);
  EXPECT_EQ(outcome.forward_to, channel::Octets{std::byte{7}});
  channel::Outcome forward;
  EXPECT_EQ(tasked.channel->locate(forward, no_deadline), channel::Located::object_here);
}

TEST_P(TaskedChannels, ThrowWhatTheCallThrowsAndGoOn) {
  Tasked tasked(GetParam());
  tasked.within->on_call = [] { throw CORBA::NO_PERMISSION(7, CORBA::COMPLETED_YES); };
  EXPECT_THROW(tasked.call(), CORBA::NO_PERMISSION);
  tasked.within->on_call = [] { throw std::runtime_error("from the arguments"); };
  EXPECT_THROW(tasked.call(), std::runtime_error);
  tasked.within->on_call = [] {};
  EXPECT_EQ(tasked.call().kind, channel::Outcome::Kind::done);
}

TEST(TaskedChannel, UsesTheThreadsOfItsPoolAgain) {
  Tasked tasked("processing=pool(1)");
  std::set<std::thread::id> threads;
  tasked.within->on_call = [&] { threads.insert(std::this_thread::get_id()); };
  for (int i = 0; i < 5; ++i) tasked.call();
  EXPECT_EQ(threads.size(), 1U);
}

TEST(TaskedChannel, RefusesACallThatFindsNoTask) {
  for (const char* const qos : {"processing=pool(1),exhausted=raise", "processing=pool(1)"}) {
    SCOPED_TRACE(qos);
    Tasked tasked(qos);
    std::promise<void> begun;
    std::promise<void> released;
    tasked.within->on_call = [&] {
      begun.set_value();
      released.get_future().wait();
    };
    auto busy = std::async(std::launch::async, [&] { tasked.call(); });
    begun.get_future().wait();
    try {
      tasked.call(Clock::now() + 20ms);
      ADD_FAILURE() << "a second call found a task";
    } catch (const CORBA::NO_RESOURCES& refused) {
      EXPECT_EQ(refused._detail().rfind("no task is free: pool of 1", 0), 0U) << refused._detail();
    } catch (const CORBA::TIMEOUT& refused) {
      EXPECT_EQ(refused._detail().rfind("no task is free: pool of 1", 0), 0U) << refused._detail();
    }
    released.set_value();
    busy.get();
  }
}

TEST(TaskedChannel, ClosesThePartWithin) {
  Tasked tasked("processing=pool(1)");
  tasked.channel->close();
  EXPECT_EQ(tasked.within->closed, 1);
}

}  // namespace
}  // namespace dimma::iiop
