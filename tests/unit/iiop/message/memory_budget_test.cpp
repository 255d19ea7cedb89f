// The memory that connections may hold for messages: each one, and all together.

#include "iiop/message/memory_budget.hpp"
#include "unit/iiop/message/reader_streams.hpp"

#include <gtest/gtest.h>

#include <optional>

namespace dimma::iiop {
namespace {

struct Holder {
  explicit Holder(const std::shared_ptr<MemoryBudget>& budget)
      : share(std::make_shared<MemoryShare>(budget, [this] { ++ended; })), lease(share) {}
  int ended = 0;
  std::shared_ptr<MemoryShare> share;
  MemoryLease lease;
};

TEST(MemoryBudget, AConnectionHoldsNoMoreThanItsOwnLimit) {
  const auto budget = std::make_shared<MemoryBudget>(100, 1000);
  Holder one(budget);
  EXPECT_TRUE(one.lease.resize(60));
  EXPECT_FALSE(one.lease.resize(101));
  EXPECT_EQ(one.lease.octets(), 60U);
  MemoryLease part = one.lease.split(50);
  EXPECT_FALSE(one.lease.resize(60));
  EXPECT_TRUE(one.lease.resize(50));
  EXPECT_FALSE(one.share->has_room_for(1));
  part.resize(0);
  EXPECT_TRUE(one.share->has_room_for(50));
  one.lease.resize(0);
  EXPECT_EQ(budget->octets(), 0U);
  EXPECT_EQ(budget->octets_peak(), 100U);
  EXPECT_EQ(budget->refusals(), 2U);
  EXPECT_EQ(one.ended, 0);
}

TEST(MemoryBudget, EndsTheLargestAtTheLimitForAll) {
  const auto budget = std::make_shared<MemoryBudget>(1000, 1000);
  Holder large(budget);
  Holder medium(budget);
  Holder small(budget);
  EXPECT_TRUE(large.lease.resize(600));
  EXPECT_TRUE(medium.lease.resize(300));
  EXPECT_FALSE(large.lease.resize(701)) << "it is the largest itself";
  EXPECT_EQ(large.ended, 0);
  EXPECT_TRUE(small.lease.resize(101));
  EXPECT_EQ(large.ended, 1);
  EXPECT_FALSE(large.lease.resize(601)) << "it is ended";
  EXPECT_TRUE(small.lease.resize(500)) << "what the largest holds is on its way back";
  EXPECT_EQ(medium.ended, 0);
  large.lease.resize(0);
  EXPECT_EQ(budget->octets(), 800U);
  EXPECT_FALSE(small.lease.resize(701));
  EXPECT_TRUE(medium.lease.resize(500));
  EXPECT_FALSE(medium.lease.resize(501)) << "it would hold the most";
  EXPECT_EQ(small.ended + medium.ended, 0);
  EXPECT_EQ(budget->connections_ended(), 1U);
}

TEST(MemoryBudget, ARetiredShareIsNotEnded) {
  const auto budget = std::make_shared<MemoryBudget>(1000, 1000);
  Holder large(budget);
  Holder small(budget);
  EXPECT_TRUE(large.lease.resize(800));
  large.share->retire();
  EXPECT_TRUE(small.lease.resize(300));
  EXPECT_EQ(large.ended, 0);
}

// A reader with a budget of `octets`.
struct Reading {
  explicit Reading(std::size_t octets)
      : budget(std::make_shared<MemoryBudget>(octets, octets)),
        reader({.message_octets_max = 1'000'000,
                .memory = std::make_shared<MemoryShare>(budget, std::function<void()>())}) {}
  std::shared_ptr<MemoryBudget> budget;
  MessageReader reader;
};

TEST(MemoryBudget, OrdinaryMessagesCountNothing) {
  Reading one(1);
  EXPECT_EQ(feed(one.reader, reply(1, 3000), [] { return 0; }).size(), 1U);
  EXPECT_EQ(one.budget->octets_peak(), 0U);
}

TEST(MemoryBudget, CountsAReadersMemoryUntilItIsGivenBack) {
  Reading one(3'000'000);
  auto& reader = one.reader;
  EXPECT_EQ(feed(reader, reply(1, 500'000), [] { return 0; }).size(), 1U);
  EXPECT_GE(one.budget->octets(), 500'000U);
  EXPECT_EQ(feed(reader, fragmented(reply(2, 600'000), 100'000), [] { return 0; }).size(), 1U);
  EXPECT_GE(one.budget->octets(), 600'000U);
  EXPECT_EQ(feed(reader, fragmented(reply(2, 60'000, 1), 10'000), [] { return 0; }).size(), 1U);
  reader.rest();
  EXPECT_EQ(one.budget->octets(), 0U);
  {
    std::optional<MessageReader::Kept> kept;
    const Message message = reply(3, 200'000);
    std::size_t sent = 0;
    EXPECT_FALSE(begin_streaming(reader, message, sent, 1000));
    while (sent != message.size()) {
      const auto space = reader.space();
      const std::size_t octets = std::min(space.size(), message.size() - sent);
      std::memcpy(space.data(), message.data() + sent, octets);
      reader.received(octets);
      sent += octets;
      static_cast<void>(reader.next());
    }
    kept.emplace(reader.keep());
    reader.rest();
    EXPECT_GE(one.budget->octets(), 200'000U);
  }
  EXPECT_EQ(one.budget->octets(), 0U);
}

TEST(MemoryBudget, AMessageForWhichThereIsNoRoomEndsTheStream) {
  Reading one(300'000);
  const Message message = reply(1, 900'000);
  EXPECT_THROW(feed(one.reader, message, [] { return 0; }), CORBA::NO_MEMORY);
  EXPECT_LE(one.budget->octets_peak(), 300'000U);
}

TEST(MemoryBudget, TooMuchAfterABegunMessageEndsTheStream) {
  Reading one(700'000);
  Message stream = fragmented(reply(7, 600'000), 100'000);
  stream.resize(100'000);
  for (std::uint32_t i = 0; i < 24; ++i) append(stream, reply(i + 100, 200'000));
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(one.reader, stream, sent));
  EXPECT_THROW(receive_rest(one.reader, stream, sent, 50'000), CORBA::NO_MEMORY);
  EXPECT_LE(one.budget->octets_peak(), 700'000U);
}

TEST(MemoryBudget, FragmentsThatAreTooMuchEndTheStream) {
  for (const bool early : {true, false}) {
    Reading one(300'000);
    const Message stream = fragmented(reply(7, 900'000), 100'000);
    std::size_t sent = 0;
    if (early) {
      ASSERT_TRUE(begin_streaming(one.reader, stream, sent, 30'000));
      receive_rest(one.reader, stream, sent, 30'000);
      EXPECT_EQ(one.reader.streaming(), MessageReader::Streaming::fault);
    } else {
      feed(one.reader, stream, [] { return 3'000; });
    }
    EXPECT_EQ(one.reader.next(), Progress::fault);
    EXPECT_EQ(one.reader.fault().kind, Fault::Kind::memory_exhausted) << one.reader.fault().text;
    EXPECT_LE(one.budget->octets_peak(), 300'000U);
  }
}

}  // namespace
}  // namespace dimma::iiop
