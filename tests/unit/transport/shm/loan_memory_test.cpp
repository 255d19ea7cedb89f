// The places of loaned sequences, with peers that write anything into the memory.

#include "transport/shm/loan_memory.hpp"

#include "reactor/descriptor.hpp"

#include <atomic>
#include <cerrno>
#include <cstring>
#include <random>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

namespace dimma::transport {
namespace {

using dimma::LoanBlock;

constexpr std::uint64_t places = 4;
constexpr std::uint64_t octets_each = 1000;

// Both ends in one process, and the memory as a third sees it.
struct Ends {
  explicit Ends(const LoanSizes& said = LoanMemory::with_new_ids(places, octets_each))
      : sizes(said), memory(::memfd_create("loans", MFD_CLOEXEC)) {
    if (::ftruncate(memory.get(), static_cast<off_t>(sizes.total())) != 0) throw std::runtime_error("no memory");
    client = LoanMemory::map(sizes, memory.get(), 0, LoanMemory::Side::connector);
    server = LoanMemory::map(sizes, memory.get(), 0, LoanMemory::Side::listener);
    raw = static_cast<std::byte*>(::mmap(nullptr, sizes.total(), PROT_READ | PROT_WRITE, MAP_SHARED, memory.get(), 0));
  }
  ~Ends() { ::munmap(raw, sizes.total()); }

  // The word of a place that the client sends from.
  SharedWord<std::uint64_t>& word(std::size_t place) const {
    return reinterpret_cast<LoanWord*>(raw + sizeof(LoanHead))[place].word;
  }
  LoanBlock sent(LoanBlock& block, bool is_given = false) const {
    EXPECT_TRUE(client->offer(block.place(), block.loan(), is_given));
    return claim(server, block.place(), block.loan(), octets_each);
  }
  std::size_t in_use() const { return client->numbers().in_use; }

  const LoanSizes sizes;
  const reactor::Descriptor memory;
  std::shared_ptr<LoanMemory> client;
  std::shared_ptr<LoanMemory> server;
  std::byte* raw;
};

TEST(LoanMemory, ALoanGoesToTheOtherEndAndBack) {
  const Ends ends;
  for (int round = 0; round < 20; ++round) {
    LoanBlock mine = ends.client->take();
    ASSERT_NE(mine.data(), nullptr);
    std::memset(mine.data(), round, octets_each);
    LoanBlock theirs = ends.sent(mine);
    ASSERT_NE(theirs.data(), nullptr);
    EXPECT_EQ(theirs.data()[octets_each - 1], static_cast<std::byte>(round));
    mine = LoanBlock();
    EXPECT_EQ(ends.in_use(), 1U) << "the other end has it";
    theirs = LoanBlock();
    EXPECT_EQ(ends.in_use(), 0U);
  }
  EXPECT_EQ(ends.client->numbers().sent, 20U);
  EXPECT_EQ(ends.client->numbers().in_use_max, 1U);
}

TEST(LoanMemory, AnOfferThatNobodyTakesIsTakenBack) {
  const Ends ends;
  LoanBlock mine = ends.client->take();
  const auto place = mine.place();
  const auto loan = mine.loan();
  EXPECT_TRUE(ends.client->offer(place, loan, false));
  EXPECT_TRUE(ends.client->offer(place, loan, false)) << "a message that is written twice";
  mine = LoanBlock();
  EXPECT_EQ(ends.in_use(), 0U);
  EXPECT_EQ(claim(ends.server, place, loan, 1).data(), nullptr);
}

TEST(LoanMemory, AnOfferThatIsGivenStands) {
  const Ends ends;
  LoanBlock mine = ends.client->take();
  const auto place = mine.place();
  const auto loan = mine.loan();
  EXPECT_TRUE(ends.client->offer(place, loan, true));
  mine = LoanBlock();
  EXPECT_EQ(ends.in_use(), 1U);
  EXPECT_NE(claim(ends.server, place, loan, octets_each).data(), nullptr);
  EXPECT_EQ(ends.in_use(), 0U);
}

TEST(LoanMemory, AClaimedLoanIsNotOfferedAgain) {
  const Ends ends;
  LoanBlock mine = ends.client->take();
  const LoanBlock theirs = ends.sent(mine);
  EXPECT_FALSE(ends.client->offer(mine.place(), mine.loan(), false));
  EXPECT_EQ(claim(ends.server, mine.place(), mine.loan(), 1).data(), nullptr) << "twice";
}

TEST(LoanMemory, NoClaimLeadsOutsideOrToWhatIsNotOffered) {
  const Ends ends;
  LoanBlock mine = ends.client->take();
  EXPECT_EQ(claim(ends.server, mine.place(), mine.loan(), 1).data(), nullptr) << "before it is offered";
  EXPECT_TRUE(ends.client->offer(mine.place(), mine.loan(), false));
  const auto refused = [&](std::uint32_t place, std::uint64_t loan, std::size_t octets) {
    return claim(ends.server, place, loan, octets).data() == nullptr;
  };
  EXPECT_TRUE(refused(places, mine.loan(), 1));
  EXPECT_TRUE(refused(0xffff'ffff, mine.loan(), 1));
  EXPECT_TRUE(refused(1, mine.loan(), 1));
  EXPECT_TRUE(refused(mine.place(), mine.loan() + 1, 1));
  EXPECT_TRUE(refused(mine.place(), mine.loan() | std::uint64_t{1} << 62U, 1)) << "bits that are not the loan's";
  EXPECT_TRUE(refused(mine.place(), mine.loan(), octets_each + 1));
  EXPECT_TRUE(refused(mine.place(), mine.loan(), ~std::size_t{0}));
  EXPECT_NE(claim(ends.server, mine.place(), mine.loan(), octets_each).data(), nullptr);
}

TEST(LoanMemory, GivingAPlaceBackTwiceDoesNotFreeTheNextLoan) {
  const Ends ends;
  LoanBlock mine = ends.client->take();
  const auto place = mine.place();
  const auto loan = mine.loan();
  LoanBlock theirs = ends.sent(mine);
  mine = LoanBlock();
  theirs = LoanBlock();
  LoanBlock next = ends.client->take();
  ASSERT_EQ(next.place(), place);
  const LoanBlock held = ends.sent(next);
  next = LoanBlock();
  ends.server->give_back(place, loan);  // the earlier loan
  EXPECT_EQ(ends.in_use(), 1U);
  EXPECT_EQ(ends.client->take().place(), 1U);
}

// The client withdraws a message that is not read, before or after it has released its own block.
TEST(LoanMemory, AnOfferThatIsGivenIsWithdrawn) {
  const Ends ends;
  for (const bool is_let_go : {false, true}) {
    LoanBlock mine = ends.client->take();
    const auto place = mine.place();
    const auto loan = mine.loan();
    EXPECT_TRUE(ends.client->offer(place, loan, true));
    if (is_let_go) mine = LoanBlock();
    ends.client->withdraw(place, loan + 1);
    ends.client->withdraw(place + 1, loan);
    ends.client->withdraw(places, loan);
    EXPECT_EQ(ends.in_use(), 1U);
    ends.client->withdraw(place, loan);
    mine = LoanBlock();
    EXPECT_EQ(ends.in_use(), 0U);
    EXPECT_EQ(claim(ends.server, place, loan, 1).data(), nullptr);
  }
  LoanBlock mine = ends.client->take();
  const auto place = mine.place();
  const auto loan = mine.loan();
  LoanBlock theirs = ends.sent(mine, true);
  mine = LoanBlock();
  ends.client->withdraw(place, loan);
  EXPECT_EQ(ends.in_use(), 1U) << "it has been claimed";
  EXPECT_EQ(ends.server->numbers().held, 1U);
  theirs = LoanBlock();
  EXPECT_EQ(ends.server->numbers().held, 0U);
  std::vector<LoanBlock> all;
  for (std::size_t i = 0; i < places; ++i) all.push_back(ends.client->take());
  const auto waited_for = all.back().loan();
  const auto last = all.back().place();
  EXPECT_TRUE(ends.client->offer(last, waited_for, true));
  all.pop_back();
  std::thread dropper([&] { ends.client->withdraw(last, waited_for); });
  EXPECT_NE(ends.client->take_until(std::chrono::steady_clock::now() + std::chrono::hours(1)).data(), nullptr);
  dropper.join();
}

TEST(LoanMemory, AllHeldIsExhausted) {
  const Ends ends;
  std::vector<LoanBlock> held;
  for (std::size_t i = 0; i < places; ++i) {
    LoanBlock mine = ends.client->take();
    held.push_back(ends.sent(mine));
  }
  EXPECT_EQ(ends.client->take().data(), nullptr);
  ends.client->count_wait();
  EXPECT_EQ(ends.client->take_until(std::chrono::steady_clock::now() + std::chrono::milliseconds(1)).data(), nullptr);
  EXPECT_EQ(ends.client->numbers().waits, 1U);
  EXPECT_NE(ends.server->take().data(), nullptr) << "the other direction has places of its own";
  std::thread giver([&] { held.erase(held.begin()); });
  EXPECT_NE(ends.client->take_until(std::chrono::steady_clock::now() + std::chrono::hours(1)).data(), nullptr);
  giver.join();
}

TEST(LoanMemory, TheEndOfTheConnectionEndsTheWait) {
  const Ends ends;
  std::vector<LoanBlock> held;
  for (std::size_t i = 0; i < places; ++i) held.push_back(ends.client->take());
  std::thread closer([&] { ends.client->close(); });
  EXPECT_EQ(ends.client->take_until(std::chrono::steady_clock::now() + std::chrono::hours(1)).data(), nullptr);
  closer.join();
}

TEST(LoanMemory, StaysAsLongAsALoanOfIt) {
  auto ends = std::make_unique<Ends>();
  LoanBlock mine = ends->client->take();
  LoanBlock theirs = ends->sent(mine);
  ends.reset();
  std::memset(mine.data(), 1, octets_each);
  EXPECT_EQ(theirs.data()[7], std::byte{1});
}

TEST(LoanMemory, IsKnownByItsNumberAsLongAsItIsThere) {
  const Ends ends;
  EXPECT_EQ(dimma::arena_of(ends.sizes.to_listener_id), ends.server);
  EXPECT_EQ(dimma::arena_of(ends.sizes.to_connector_id), ends.client);
  EXPECT_EQ(dimma::arena_of(ends.sizes.to_listener_id + 1), nullptr);
  // Another connection cannot have the number, even if its peer claims so.
  errno = 0;
  EXPECT_EQ(LoanMemory::map(ends.sizes, ends.memory.get(), 0, LoanMemory::Side::listener), nullptr);
  EXPECT_EQ(errno, EPROTO);
  EXPECT_EQ(dimma::arena_of(ends.sizes.to_listener_id), ends.server);
}

TEST(LoanMemory, SizesAreChecked) {
  const auto sound = [](std::uint64_t count, std::uint64_t octets) {
    return LoanSizes{.count = count, .octets = octets, .to_listener_id = 1, .to_connector_id = 2}.are_sound();
  };
  EXPECT_TRUE(sound(1, 1));
  EXPECT_TRUE(sound(4, std::uint64_t{1} << 30));
  EXPECT_TRUE(LoanSizes{}.are_sound());
  EXPECT_FALSE(sound(0, 1));
  EXPECT_FALSE(sound(1, 0));
  EXPECT_FALSE(sound(1, (std::uint64_t{1} << 30) + 1));
  EXPECT_FALSE(sound(4096, std::uint64_t{1} << 30));
  EXPECT_FALSE(sound(4097, 1));
  EXPECT_FALSE(sound(~std::uint64_t{0}, ~std::uint64_t{0}));
  EXPECT_FALSE((LoanSizes{.count = 1, .octets = 1, .to_listener_id = 1, .to_connector_id = 1}.are_sound()));
}

// As many threads as places: each finds a free place, while the others take and return theirs.
TEST(LoanMemory, ThreadsTakePlacesOfTheirOwn) {
  const Ends ends;
  std::atomic<int> holders[places] = {};
  std::atomic<int> refused{0};
  std::atomic<int> shared{0};
  std::vector<std::thread> threads;
  for (std::uint64_t i = 0; i < places; ++i) {
    threads.emplace_back([&, i] {
      for (int round = 0; round < 5000; ++round) {
        LoanBlock mine = ends.client->take();
        if (mine.data() == nullptr) {
          ++refused;
          continue;
        }
        if (++holders[mine.place()] != 1) ++shared;
        mine.data()[0] = static_cast<std::byte>(i);
        if (mine.data()[0] != static_cast<std::byte>(i)) ++shared;
        if (round % 3 == 0) ends.sent(mine);
        if (round % 64 == 0) static_cast<void>(ends.in_use());
        --holders[mine.place()];
      }
    });
  }
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
  EXPECT_EQ(shared, 0);
  EXPECT_EQ(ends.in_use(), 0U);
}

// A peer may write anything into the words and the places: this end has at most as many loans as there are places, each
// in a place of its own, and never waits forever.
TEST(LoanMemory, APeerThatScribblesSpoilsItsOwnMessagesAlone) {
  const Ends ends;
  std::atomic<bool> stop{false};
  std::thread scribbler([&] {
    std::mt19937_64 random(7);
    const std::size_t words = 2 * (sizeof(LoanHead) + places * sizeof(LoanWord)) / 8;
    while (!stop) {
      const std::size_t at = random() % 4 != 0 ? random() % words : random() % (ends.sizes.total() / 8);
      const std::uint64_t value = random() % 3 == 0 ? random() : random() % 4000;
      __atomic_store_n(reinterpret_cast<std::uint64_t*>(ends.raw) + at, value, __ATOMIC_RELAXED);
    }
  });
  std::vector<LoanBlock> mine;
  std::vector<LoanBlock> theirs;
  std::mt19937 random(11);
  for (int round = 0; round < 20'000; ++round) {
    LoanBlock taken = ends.client->take();
    if (taken.data() != nullptr) {
      for (const auto& each : mine) ASSERT_NE(each.place(), taken.place());
      ends.client->offer(taken.place(), taken.loan(), random() % 2 == 0);
      LoanBlock claimed = claim(ends.server, taken.place(), taken.loan(), octets_each);
      if (claimed.data() != nullptr) theirs.push_back(std::move(claimed));
      mine.push_back(std::move(taken));
    }
    ASSERT_LE(mine.size(), places);
    if (random() % 2 == 0 && !mine.empty()) mine.erase(mine.begin());
    if (theirs.size() > places) theirs.clear();
    if (round % 1000 == 0) {
      ends.client->take_until(std::chrono::steady_clock::now() + std::chrono::microseconds(10));
      EXPECT_LE(ends.client->numbers().in_use, places);
    }
  }
  stop = true;
  scribbler.join();
}

}  // namespace
}  // namespace dimma::transport
