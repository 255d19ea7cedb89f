// Octets that a client has not taken: in order, cut anywhere, and counted.

#include "iiop/server/replies/unsent_octets.hpp"
#include "unit/iiop/memory_streams.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace dimma::iiop {
namespace {

struct Unsent {
  explicit Unsent(std::size_t octets_max = 1000)
      : budget(std::make_shared<MemoryBudget>(octets_max, octets_max)), octets(budget, *streams.server) {}

  UnsentOctets::Appended append(std::string text) {
    std::array<iovec, 2> pieces{iovec{text.data(), text.size() / 2},
                                iovec{text.data() + text.size() / 2, text.size() - text.size() / 2}};
    return octets.append(pieces);
  }
  std::string next(std::size_t places) {
    std::vector<iovec> into(places);
    std::string text;
    for (const iovec& piece : octets.pieces(into)) text.append(static_cast<const char*>(piece.iov_base), piece.iov_len);
    return text;
  }

  MemoryStreams streams;
  std::shared_ptr<MemoryBudget> budget;
  UnsentOctets octets;
};

TEST(UnsentOctets, LeaveInOrderWhereverTheyAreCut) {
  Unsent unsent;
  EXPECT_TRUE(unsent.octets.empty());
  EXPECT_EQ(unsent.append("abcd"), UnsentOctets::Appended::yes);
  EXPECT_EQ(unsent.append("efg"), UnsentOctets::Appended::yes);
  EXPECT_EQ(unsent.octets.octets(), 7U);
  EXPECT_EQ(unsent.next(1), "abcd");
  EXPECT_EQ(unsent.next(8), "abcdefg");
  unsent.octets.sent(1);
  EXPECT_EQ(unsent.next(8), "bcdefg");
  unsent.octets.sent(4);
  EXPECT_EQ(unsent.next(8), "fg");
  EXPECT_EQ(unsent.octets.octets(), 2U);
  unsent.octets.sent(2);
  EXPECT_TRUE(unsent.octets.empty());
  EXPECT_EQ(unsent.budget->octets(), 0U);
}

TEST(UnsentOctets, CountForTheMemoryOfAllConnections) {
  Unsent unsent(10);
  EXPECT_EQ(unsent.append("12345678"), UnsentOctets::Appended::yes);
  EXPECT_EQ(unsent.budget->octets(), 8U);
  EXPECT_EQ(unsent.append("abc"), UnsentOctets::Appended::over_limit);
  EXPECT_EQ(unsent.next(8), "12345678") << "nothing was kept of the refused ones";
  unsent.octets.clear();
  EXPECT_EQ(unsent.budget->octets(), 0U);
  EXPECT_EQ(unsent.append("abc"), UnsentOctets::Appended::yes);
}

TEST(UnsentOctets, AreGivenUpWithTheirStreamForAnotherConnection) {
  Unsent unsent(10);
  EXPECT_EQ(unsent.append("12345678"), UnsentOctets::Appended::yes);
  const auto other = std::make_shared<MemoryShare>(unsent.budget, [] {});
  MemoryLease lease(other);
  EXPECT_TRUE(lease.resize(5)) << "the one that holds the most is ended for it";
  std::array<std::byte, 1> octet{};
  EXPECT_FALSE(unsent.streams.client->receive(octet, no_deadline)) << "the stream was shut down";
  lease.resize(0);
  other->retire();
}

}  // namespace
}  // namespace dimma::iiop
