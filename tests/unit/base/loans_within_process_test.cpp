// Memory that a message hands to another end within the process.

#include "base/loans_within_process.hpp"

#include <array>
#include <cstring>
#include <memory>
#include <utility>

#include <gtest/gtest.h>

namespace dimma::test {
namespace {

// Has one place, and counts how often it is released.
class CountingArena final : public LoanArena, public std::enable_shared_from_this<CountingArena> {
 public:
  std::uint64_t own_id() const noexcept override { return 0; }
  std::uint64_t others_id() const noexcept override { return 0; }
  std::size_t place_octets() const noexcept override { return memory.size(); }
  LoanBlock take() override { return {shared_from_this(), memory.data(), 5, 6, LoanBlock::Of::sender}; }
  LoanBlock take_until(std::chrono::steady_clock::time_point) override { return take(); }
  bool offer(std::uint32_t, std::uint64_t, bool) noexcept override { return false; }
  void let_go(std::uint32_t place, std::uint64_t loan) noexcept override {
    let_go_of += place == 5 && loan == 6 ? 1 : 0;
  }
  void withdraw(std::uint32_t, std::uint64_t) noexcept override {}
  void count_copy() noexcept override {}
  void count_wait() noexcept override {}
  void count_refusal() noexcept override {}
  bool closed() const noexcept override { return false; }
  std::byte* claim(std::uint32_t, std::uint64_t, std::size_t) noexcept override { return nullptr; }
  void give_back(std::uint32_t, std::uint64_t) noexcept override {}
  Numbers numbers() const override { return {}; }

  int let_go_of = 0;
  std::array<std::byte, 100> memory{};
};

class LoansWithinProcessTest : public testing::Test {
 protected:
  // These do what codecs do when they write and read a loan.
  bool offered(const LoanBlock& block, bool is_given = false) {
    block.settle_in(*loans_, octets);
    return block.arena() == loans_.get() && loans_->offer(block.place(), block.loan(), is_given);
  }
  LoanBlock claimed(const LoanBlock& block) {
    return claim(arena_of(loans_->own_id()), block.place(), block.loan(), octets);
  }

  static constexpr std::size_t octets = 100;
  const std::shared_ptr<LoanArena> loans_ = loans_within_process();
  const std::shared_ptr<CountingArena> elsewhere_ = std::make_shared<CountingArena>();
};

TEST_F(LoansWithinProcessTest, TheReceiverGetsTheMemoryItself) {
  LoanBlock sent(octets);
  std::byte* const at = sent.data();
  EXPECT_TRUE(offered(sent));
  EXPECT_EQ(sent.data(), at);
  EXPECT_FALSE(sent.is_shared());
  const LoanBlock received = claimed(sent);
  EXPECT_EQ(received.data(), at);
  EXPECT_FALSE(received.is_shared());
  sent = LoanBlock();
  std::memset(received.data(), 7, octets);
}

TEST_F(LoansWithinProcessTest, ItIsClaimedOnce) {
  const LoanBlock sent(octets);
  EXPECT_TRUE(offered(sent));
  EXPECT_TRUE(offered(sent)) << "again, as for a request that is written twice";
  const LoanBlock received = claimed(sent);
  EXPECT_EQ(claimed(sent).data(), nullptr);
  EXPECT_FALSE(offered(sent)) << "the receiver has it";
}

TEST_F(LoansWithinProcessTest, ItGoesWhenNeitherEndHasIt) {
  for (const bool sender_first : {true, false}) {
    LoanBlock sent = elsewhere_->take();
    EXPECT_TRUE(offered(sent));
    EXPECT_TRUE(sent.is_shared()) << "another process has the memory that it was taken from";
    LoanBlock received = claimed(sent);
    EXPECT_TRUE(received.is_shared());
    (sender_first ? sent : received) = LoanBlock();
    EXPECT_EQ(elsewhere_->let_go_of, 0);
    (sender_first ? received : sent) = LoanBlock();
    EXPECT_EQ(std::exchange(elsewhere_->let_go_of, 0), 1);
  }
}

TEST_F(LoansWithinProcessTest, AnOfferEndsWithItsSenderUnlessItIsGiven) {
  for (const bool is_given : {false, true}) {
    LoanBlock sent = elsewhere_->take();
    EXPECT_TRUE(offered(sent, is_given));
    const std::uint32_t place = sent.place();
    const std::uint64_t loan = sent.loan();
    sent = LoanBlock();
    EXPECT_EQ(std::exchange(elsewhere_->let_go_of, 0), is_given ? 0 : 1);
    LoanBlock received = claim(loans_, place, loan, octets);
    EXPECT_EQ(received.data() != nullptr, is_given);
    received = LoanBlock();
    EXPECT_EQ(std::exchange(elsewhere_->let_go_of, 0), is_given ? 1 : 0);
  }
}

TEST_F(LoansWithinProcessTest, AReceivedBlockCanBeSentOn) {
  LoanBlock first = elsewhere_->take();
  EXPECT_TRUE(offered(first));
  LoanBlock second = claimed(first);
  EXPECT_TRUE(offered(second));
  LoanBlock third = claimed(second);
  EXPECT_EQ(third.data(), elsewhere_->memory.data());
  second = LoanBlock();
  third = LoanBlock();
  EXPECT_EQ(elsewhere_->let_go_of, 0);
  first = LoanBlock();
  EXPECT_EQ(elsewhere_->let_go_of, 1);
}

// Nothing grows with the number of transfers.
TEST_F(LoansWithinProcessTest, ItMayGoToAndFroForLong) {
  LoanBlock sent = elsewhere_->take();
  for (int i = 0; i < 50'000; ++i) {
    ASSERT_TRUE(offered(sent));
    LoanBlock received = claimed(sent);
    ASSERT_TRUE(offered(received)) << "back, while the call has not ended";
    LoanBlock back = claimed(received);
    received = LoanBlock();
    sent = std::move(back);
  }
  EXPECT_EQ(sent.data(), elsewhere_->memory.data());
  EXPECT_EQ(elsewhere_->let_go_of, 0);
  sent = LoanBlock();
  EXPECT_EQ(elsewhere_->let_go_of, 1);
}

TEST_F(LoansWithinProcessTest, ABlockThatIsNotOnOfferIsNotClaimed) {
  const LoanBlock sent(octets);
  EXPECT_TRUE(offered(sent));
  EXPECT_EQ(claim(loans_, 0, sent.loan() + 1, octets).data(), nullptr);
  EXPECT_EQ(claim(loans_, 0, sent.loan(), octets + 1).data(), nullptr) << "more than there is";
  loans_->give_back(0, sent.loan() + 1);
  loans_->let_go(0, sent.loan() + 1);
  EXPECT_NE(claimed(sent).data(), nullptr);
  const LoanBlock none;
  EXPECT_FALSE(offered(none));
}

}  // namespace
}  // namespace dimma::test
