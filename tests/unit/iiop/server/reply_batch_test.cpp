// Replies that are sent together because their requests were received together.

#include "unit/iiop/raw_requester.hpp"

#include "channel/nested_wait.hpp"
#include "iiop/server/replies/reply_batch.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace dimma::iiop {
namespace {

using namespace std::chrono_literals;

// The rules ----------------------------------------------------------------------------------------------------------

// Requests that are served one after the other, and the clock that times their replies.
class Served {
 public:
  explicit Served(ReplyBatch& batch) : batch_(batch) {}

  // Serves a request for `time`. Returns whether its reply may wait for the next one.
  bool may_wait_after(std::chrono::microseconds time) {
    now += time;
    return batch_.may_wait(tick, [this] {
      ++readings;
      return now;
    });
  }
  // Serves `requests` requests that take no time. Returns how often the clock was read.
  int readings_of(unsigned requests) {
    const int before = readings;
    for (unsigned i = 0; i < requests; ++i) may_wait_after(1us);
    return readings - before;
  }
  void earn_trust() { readings_of(1 + ReplyBatch::readings_to_trust); }

  Deadline now = Clock::now();
  std::uint32_t tick = 1;
  int readings = 0;

 private:
  ReplyBatch& batch_;
};

TEST(ReplyBatch, RepliesWaitWhileRequestsAreServedInNoTime) {
  ReplyBatch batch;
  Served served(batch);
  EXPECT_FALSE(served.may_wait_after(0us)) << "nothing is known yet";
  EXPECT_TRUE(served.may_wait_after(5us));
  EXPECT_TRUE(served.may_wait_after(5us));
  EXPECT_FALSE(served.may_wait_after(ReplyBatch::quick_max));
  EXPECT_TRUE(served.may_wait_after(2us));
}

TEST(ReplyBatch, TheTimeToSendIsNotTheServants) {
  ReplyBatch batch;
  Served served(batch);
  served.may_wait_after(0us);
  served.now += 1ms;
  batch.sent(served.now);
  EXPECT_TRUE(served.may_wait_after(5us));
}

TEST(ReplyBatch, TheTimeUntilTheNextRequestIsNotTheServants) {
  ReplyBatch batch;
  Served served(batch);
  served.may_wait_after(0us);
  EXPECT_TRUE(served.may_wait_after(5us));
  batch.pause();
  EXPECT_FALSE(batch.is_following());
  EXPECT_TRUE(served.may_wait_after(1h)) << "as quick as those before the pause";
}

TEST(ReplyBatch, TheClockIsReadOnceForSeveralRequestsWhereManyWereQuick) {
  ReplyBatch batch;
  Served served(batch);
  EXPECT_EQ(served.readings_of(1 + ReplyBatch::readings_to_trust), 1 + static_cast<int>(ReplyBatch::readings_to_trust));
  EXPECT_EQ(served.readings_of(3 * ReplyBatch::requests_per_reading), 3);
  EXPECT_TRUE(served.may_wait_after(ReplyBatch::quick_max)) << "the clock is read later";
  EXPECT_EQ(served.readings_of(ReplyBatch::requests_per_reading - 2), 0);
  EXPECT_EQ(served.readings_of(1), 1);
}

TEST(ReplyBatch, OneSlowRequestAmongSeveralEndsTheTrust) {
  ReplyBatch batch;
  Served served(batch);
  served.earn_trust();
  EXPECT_TRUE(served.may_wait_after(ReplyBatch::requests_per_reading * ReplyBatch::quick_max));
  served.readings_of(ReplyBatch::requests_per_reading - 2);
  EXPECT_FALSE(served.may_wait_after(1us));
  EXPECT_EQ(served.readings_of(3), 3);
}

TEST(ReplyBatch, TheClockIsReadWhenTheMonitorsHasTicked) {
  ReplyBatch batch;
  Served served(batch);
  served.earn_trust();
  EXPECT_EQ(served.readings_of(1), 0);
  ++served.tick;
  EXPECT_FALSE(served.may_wait_after(1s));
}

TEST(ReplyBatch, TheClockIsReadWhenAPauseHasEnded) {
  ReplyBatch batch;
  Served served(batch);
  served.earn_trust();
  batch.pause();
  served.now += 1h;
  EXPECT_EQ(served.readings_of(1), 1);
  EXPECT_TRUE(served.may_wait_after(1us));
}

TEST(ReplyBatch, IsDueWhenItIsLongOrOld) {
  ReplyBatch batch;
  Served served(batch);
  const std::array<std::byte, 24> reply{};
  served.may_wait_after(0us);
  ASSERT_TRUE(batch.add(reply));
  served.may_wait_after(ReplyBatch::held_max - 1us);
  EXPECT_FALSE(batch.is_due());
  served.may_wait_after(1us);
  EXPECT_TRUE(batch.is_due());
  batch.clear();
  do {
    ASSERT_TRUE(batch.add(reply));
  } while (!batch.is_due());
  EXPECT_GE(batch.piece().iov_len, ReplyBatch::octets_max);
  EXPECT_LT(batch.piece().iov_len, ReplyBatch::octets_max + reply.size());
  batch.clear();
  EXPECT_TRUE(batch.empty());
  served.may_wait_after(1s);
  ASSERT_TRUE(batch.add(reply));
  EXPECT_FALSE(batch.is_due());
}

// The connection -----------------------------------------------------------------------------------------------------

struct BatchSubject {
  const char* transport;
  const char* qos;
};

class ReplyBatches : public testing::TestWithParam<BatchSubject> {
 protected:
  ReplyBatches()
      : ends_(transport_called(GetParam().transport), is_tcp() ? "127.0.0.1" : "",
              EngineeringQoS::parse(GetParam().qos)) {
    ends_.adapter.on_echo = [this](const std::string& words) {
      std::function<void(const std::string&)> on_echo;
      {
        const std::lock_guard lock(mutex_);
        on_echo = on_echo_;
      }
      on_echo(words);
    };
    requester_.emplace(ends_, GetParam().transport);
  }
  void on_echo(std::function<void(const std::string&)> does) {
    const std::lock_guard lock(mutex_);
    on_echo_ = std::move(does);
  }
  static bool is_tcp() { return std::string(GetParam().transport) == "tcp"; }

  // Makes the connection serve requests in no time.
  void serve_some_in_no_time() {
    constexpr int some = 50;
    ASSERT_TRUE(requester_->grow_often(4, some));
    expect_replies(some);
  }
  // Reads the replies to the next requests, which come in any order if several threads serve them.
  void expect_replies(int count) {
    std::vector<std::uint32_t> ids;
    for (int i = 0; i < count; ++i) ids.push_back(requester_->read_reply());
    std::sort(ids.begin(), ids.end());
    for (const auto id : ids) EXPECT_EQ(id, ++last_read_);
  }
  // Sends `quick` requests and an echo of `words` together.
  void send_together_with(int quick, const std::string& words) {
    requester_->begin_together();
    for (int i = 0; i < quick; ++i) requester_->grow(4);
    requester_->echo(words);
    ASSERT_TRUE(requester_->send_together());
  }

  Ends ends_;
  std::mutex mutex_;
  std::function<void(const std::string&)> on_echo_ = [](const std::string&) {};
  std::optional<RawRequester> requester_;
  std::uint32_t last_read_ = 0;
};

INSTANTIATE_TEST_SUITE_P(All, ReplyBatches,
                         testing::Values(BatchSubject{"tcp", ""}, BatchSubject{"tcp", "processing=pool(1)"},
                                         BatchSubject{"tcp", "processing=nullTask,messages=1"},
                                         BatchSubject{"unix", "processing=pool(1)"}, BatchSubject{"shm", ""}));

TEST_P(ReplyBatches, AreAllThere) {
  constexpr int rounds = 6;
  constexpr int requests = 500;
  for (int round = 0; round < rounds; ++round) {
    ASSERT_TRUE(requester_->grow_often(static_cast<std::size_t>(round) * 380, requests));
    expect_replies(requests);
  }
}

TEST_P(ReplyBatches, LongRepliesAmongShortOnes) {
  serve_some_in_no_time();
  for (int round = 0; round < 10; ++round) {
    requester_->begin_together();
    for (const std::size_t octets : {4U, 1'000U, 100'000U, 4U, 3'000U, 1U}) requester_->grow(octets);
    ASSERT_TRUE(requester_->send_together());
    expect_replies(6);
  }
}

TEST_P(ReplyBatches, DoNotWaitForAnUpcallThatTakesLong) {
  std::promise<void> end;
  on_echo([ended = end.get_future().share()](const std::string&) { ended.wait_for(answered_within); });
  serve_some_in_no_time();
  send_together_with(5, "long");
  const auto began = Clock::now();
  expect_replies(5);
  EXPECT_LT(Clock::now() - began, answered_within) << "the upcall has ended first";
  end.set_value();
  expect_replies(1);
}

TEST_P(ReplyBatches, NorForOneOfTheSameOperationIfAThreadIsFree) {
  if (std::string(GetParam().qos) == "processing=pool(1)") return;  // its only thread is not free
  std::promise<void> end;
  on_echo([ended = end.get_future().share()](const std::string& words) {
    if (words == "long") ended.wait_for(answered_within);
  });
  serve_some_in_no_time();
  requester_->begin_together();
  for (int i = 0; i < 20; ++i) requester_->echo("short");
  requester_->echo("long");
  ASSERT_TRUE(requester_->send_together());
  const auto began = Clock::now();
  expect_replies(20);
  EXPECT_LT(Clock::now() - began, answered_within) << "the upcall has ended first";
  end.set_value();
  expect_replies(1);
}

TEST_P(ReplyBatches, NorForOneThatCallsOut) {
  std::promise<void> end;
  on_echo([ended = end.get_future().share()](const std::string& words) {
    if (words != "long") return;
    const channel::NestedWait waiting;
    ended.wait_for(answered_within);
  });
  serve_some_in_no_time();
  requester_->begin_together();
  for (int i = 0; i < 5; ++i) requester_->echo("short");
  requester_->echo("long");
  ASSERT_TRUE(requester_->send_together());
  const auto began = Clock::now();
  expect_replies(5);
  EXPECT_LT(Clock::now() - began, answered_within) << "the upcall has ended first";
  end.set_value();
  expect_replies(1);
}

TEST_P(ReplyBatches, GoBeforeTheEndOfAConnection) {
  serve_some_in_no_time();
  requester_->begin_together();
  for (int i = 0; i < 5; ++i) requester_->grow(4);
  ASSERT_TRUE(requester_->send_together("no message of any kind"));
  expect_replies(5);
  MessageHeader header;
  std::vector<std::byte> message;
  ASSERT_TRUE(requester_->read(header, message));
  EXPECT_EQ(header.type, MessageType::message_error);
  EXPECT_FALSE(requester_->read(header, message));
}

TEST_P(ReplyBatches, AClientIsToldOfAnErrorInItsOwnVersion) {
  for (const std::uint8_t minor : {std::uint8_t{0}, std::uint8_t{1}, std::uint8_t{2}}) {
    RawRequester requester(ends_, GetParam().transport);
    requester.giop_minor = minor;
    requester.begin_together();
    requester.grow(4);
    ASSERT_TRUE(requester.send_together("no message of any kind"));
    MessageHeader header;
    std::vector<std::byte> message;
    ASSERT_TRUE(requester.read(header, message));
    EXPECT_EQ(header.type, MessageType::reply);
    ASSERT_TRUE(requester.read(header, message));
    EXPECT_EQ(header.type, MessageType::message_error);
    EXPECT_EQ(header.minor, minor);
  }
}

TEST_P(ReplyBatches, GoBeforeTheServerSaysThatItCloses) {
  serve_some_in_no_time();
  std::promise<void> closes;
  on_echo([&](const std::string&) { closes.set_value(); });
  send_together_with(5, "close");
  closes.get_future().wait_for(answered_within);
  ends_.server.reset();
  expect_replies(6);
  MessageHeader header;
  std::vector<std::byte> message;
  ASSERT_TRUE(requester_->read(header, message));
  EXPECT_EQ(header.type, MessageType::close_connection);
}

}  // namespace
}  // namespace dimma::iiop
