#include "measure/process.hpp"
#include "measure/pinning.hpp"
#include "measure/socket_loop.hpp"
#include "measure/turns.hpp"

#include <gtest/gtest.h>

#include <signal.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <thread>

#include <unistd.h>

namespace {

using measure::Child;
using std::chrono::seconds;

TEST(Child, IsSpokenToByLines) {
  Child child = Child::start({"/bin/cat"});
  child.write_line("first");
  child.write_line("second");
  EXPECT_EQ(child.read_line(seconds(20)), "first");
  EXPECT_EQ(child.read_line(seconds(20)), "second");
}

TEST(Child, ThatEndsIsNoticed) {
  Child child = Child::start({"/bin/true"});
  EXPECT_THROW(child.read_line(seconds(20)), std::runtime_error);
}

TEST(Child, ThatSaysNothingIsNotWaitedForForever) {
  Child child = Child::start({"/bin/cat"});
  EXPECT_THROW(child.read_line(std::chrono::milliseconds(20)), std::runtime_error);
}

TEST(Child, ThatIsMissingIsNamed) {
  try {
    Child::start({"/nowhere/program"});
    FAIL();
  } catch (const std::runtime_error& error) {
    EXPECT_NE(std::string(error.what()).find("/nowhere/program"), std::string::npos);
  }
}

TEST(Child, DiesWithItsOwner) {
  pid_t id = 0;
  {
    const Child child = Child::start({"/bin/cat"});
    id = child.id();
  }
  EXPECT_EQ(::kill(id, 0), -1);
  EXPECT_EQ(errno, ESRCH);
}

TEST(Child, ThatDoesNotEndWithStatusZeroIsReported) {
  Child child = Child::start({"/bin/sh", "-c", "trap 'exit 3' TERM; echo ready; while :; do sleep 0.01; done"});
  child.wait_for_line("ready", seconds(20));
  EXPECT_THROW(child.stop(), std::runtime_error);
}

TEST(TemporaryFolder, IsGoneInTheEnd) {
  std::string path;
  {
    const measure::TemporaryFolder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Placement, IsAmongTheUsableProcessors) {
  const auto processors = measure::usable_processors();
  ASSERT_FALSE(processors.empty());
  EXPECT_EQ(*measure::together().client, *measure::together().server);
  EXPECT_EQ(*measure::apart().client == *measure::apart().server, processors.size() == 1);
}

TEST(Placement, EndsWithTheObjectThatPinnedTheThread) {
  const auto before = measure::usable_processors();
  {
    const measure::Pinned pinned(before.back());
    EXPECT_EQ(measure::usable_processors(), std::vector<int>{before.back()});
  }
  EXPECT_EQ(measure::usable_processors(), before);
}

TEST(SocketLoop, ServesCallsAndOneways) {
  measure::SocketServer server(std::nullopt);
  measure::SocketClient caller(server.port(), {80, 24});
  measure::SocketClient teller(server.port(), {80, 0});
  for (int i = 0; i < 100; ++i) {
    caller.call();
    teller.call();
  }
  teller.drain();
  caller.drain();
  caller.call();
  server.stop();
  EXPECT_ANY_THROW(for (int i = 0; i < 2; ++i) caller.call());
}

TEST(Child, KnowsHowItEnded) {
  const Child lives = Child::fork("lives", [] { return ::pause(); });
  EXPECT_EQ(lives.fate(), "");
  Child ends = Child::fork("ends", [] { return 3; });
  EXPECT_ANY_THROW(ends.read_line(std::chrono::seconds(30)));  // waits for the end of the process
  EXPECT_EQ(ends.fate(), "ends is gone");
  Child killed = Child::fork("killed", [] { return ::raise(SIGKILL); });
  while (killed.fate().empty()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(killed.fate(), "killed was ended by signal 9");
}

TEST(Contender, TakesTurns) {
  const auto client = [] { return measure::serve_turns({{"nothing", {[] {}}}}); };
  measure::Contender contender(Child::fork("client", client));
  const measure::Summary summary = contender.run("nothing", 1000);
  EXPECT_LE(summary.p50_us, summary.p99_us);
  EXPECT_THROW(contender.run("something", 1), std::runtime_error);
}

TEST(Contender, KnowsAllItsTurnsTogether) {
  const auto client = [] { return measure::serve_turns({{"nothing", {[] {}}}}); };
  measure::Contender contender(Child::fork("client", client));
  const measure::Summary first = contender.run("nothing", 100);
  const measure::Summary second = contender.run("nothing", 100);
  EXPECT_DOUBLE_EQ(contender.whole("nothing").max_us, std::max(first.max_us, second.max_us));
  EXPECT_THROW(contender.whole("something"), std::runtime_error);
}

TEST(Contender, SpreadsWhatItHasNotForgotten) {
  const auto client = [] { return measure::serve_turns({{"nothing", {[] {}}}}); };
  measure::Contender contender(Child::fork("client", client));
  contender.run("nothing", 100);
  contender.forget("nothing");
  EXPECT_EQ(contender.spread("nothing").count(), 0U);
  contender.run("nothing", 20);
  contender.run("nothing", 30);
  EXPECT_EQ(contender.spread("nothing").count(), 50U);
}

TEST(Contender, SharesTheCallsOfATurnOutAmongItsThreads) {
  const auto client = [] {
    std::atomic<std::size_t> calls{0};
    const auto call = [&calls] { calls.fetch_add(1); };
    const auto check = [&calls] {
      if (calls.exchange(0) != 1001) throw std::logic_error("not all calls of the turn, or too many");
    };
    return measure::serve_threaded_turns({{{"count", {call}}}, {{"count", {call}}}, {{"count", {call, check}}}});
  };
  measure::Contender contender(Child::fork("client", client));
  for (int turn = 0; turn < 3; ++turn) EXPECT_GT(contender.run("count", 1001).calls_per_s, 0);
}

}  // namespace
