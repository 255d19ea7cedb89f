// DividedInboxes keeps the octets of each half of a connection, and rings the bells of the halves.

#include "iiop/bidirectional/divided_inboxes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include <poll.h>

namespace dimma::iiop {
namespace {

using Octets = std::vector<std::byte>;
constexpr auto to_requests = MessageRouter::requests;
constexpr auto to_replies = MessageRouter::replies;

struct OpenInboxes {
  explicit OpenInboxes(std::size_t octets_max = std::numeric_limits<std::size_t>::max())
      : budget(std::make_shared<MemoryBudget>(octets_max, octets_max)),
        share(std::make_shared<MemoryShare>(budget, [] {})),
        inboxes(share) {
    for (const auto which : {to_requests, to_replies}) {
      auto bell = DividedInboxes::Inbox::make_bell();
      bells[which] = bell.get();
      inboxes.of(which).open(std::move(bell));
    }
  }
  bool rings(MessageRouter::Halves which) const {
    pollfd bell{bells[which], POLLIN, 0};
    return ::poll(&bell, 1, 0) == 1;
  }

  const std::shared_ptr<MemoryBudget> budget;
  const std::shared_ptr<MemoryShare> share;
  std::array<int, 3> bells{};
  DividedInboxes inboxes;
};

TEST(DividedInboxes, GivesEachHalfItsOwnOctetsInTheirOrder) {
  OpenInboxes open;
  open.inboxes.put(to_requests, Octets(2, std::byte{1}));
  open.inboxes.put(to_replies, Octets(5, std::byte{2}));
  open.inboxes.put(to_requests | to_replies, Octets(1, std::byte{3}));
  Octets taken(8);
  EXPECT_EQ(open.inboxes.take(to_requests, taken), 3U);
  EXPECT_EQ(taken[1], std::byte{1});
  EXPECT_EQ(taken[2], std::byte{3});
  EXPECT_EQ(open.share->octets(), 6U) << "those of the other half are still held";
  EXPECT_EQ(open.inboxes.take(to_replies, std::span(taken).first(4)), 4U);
  EXPECT_EQ(open.inboxes.take(to_replies, taken), 2U);
  EXPECT_EQ(taken[1], std::byte{3});
  EXPECT_EQ(open.share->octets(), 0U);
}

TEST(DividedInboxes, RingsABellOnlyIfItWasAskedFor) {
  OpenInboxes open;
  open.inboxes.put(to_requests, Octets(1));
  EXPECT_FALSE(open.rings(to_requests));
  open.inboxes.of(to_requests).ask_for_bell();
  EXPECT_TRUE(open.inboxes.wait_for_bell());
  open.inboxes.put(to_requests, Octets(1));
  EXPECT_TRUE(open.rings(to_requests));
  EXPECT_FALSE(open.rings(to_replies));
  EXPECT_FALSE(open.inboxes.wait_for_bell());
  open.inboxes.of(to_requests).silence_bell();
  EXPECT_FALSE(open.rings(to_requests));
}

TEST(DividedInboxes, HaveNoRoomWhileOneOfThemIsFull) {
  OpenInboxes open;
  Octets octets(std::size_t{1} << 20);
  open.inboxes.put(to_replies, octets);
  EXPECT_TRUE(open.inboxes.of(to_replies).is_full());
  EXPECT_FALSE(open.inboxes.have_room());
  open.inboxes.take(to_replies, std::span(octets).first(1));
  EXPECT_TRUE(open.inboxes.have_room());
}

TEST(DividedInboxes, DropTheOctetsOfAHalfThatNobodyHasAskedFor) {
  const auto budget = std::make_shared<MemoryBudget>(100, 100);
  DividedInboxes inboxes(std::make_shared<MemoryShare>(budget, [] {}));
  inboxes.put(to_replies, Octets(1));
  EXPECT_EQ(inboxes.of(to_replies).size(), 0U);
}

TEST(DividedInboxes, TakeNoMoreThanTheLimitOfTheMemory) {
  OpenInboxes open(10);
  open.inboxes.put(to_requests, Octets(6));
  EXPECT_THROW(open.inboxes.put(to_replies, Octets(5)), std::bad_alloc);
  EXPECT_EQ(open.inboxes.of(to_replies).size(), 0U);
}

}  // namespace
}  // namespace dimma::iiop
