// Message buffers of loaned sequences: copying is avoided, readers keep values, and hostile or killed processes do
// limited damage.

#include "flow/buffer/loaned_buffer.hpp"

#include "buffer_value.hpp"
#include "measure/process.hpp"

#include <dimma/exception.hpp>
#include <dimma/message_buffer.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <random>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace dimma {
namespace {

using namespace std::chrono_literals;
using measure::Child;
using Numbers = loaned<std::uint64_t>;
using View = BufferView<std::uint64_t>;

constexpr auto patience = 30s;

void fill(Numbers& value, std::uint64_t number) { std::fill(value.begin(), value.end(), number); }
bool is_whole(const View& view) {
  return !view.empty() && std::all_of(view.begin(), view.end(), [&](std::uint64_t each) { return each == view[0]; });
}

class LoanedBuffer : public testing::Test {
 protected:
  ~LoanedBuffer() override { remove_buffer(name_); }

  static void write(BufferWriter<Numbers>& writer, std::uint64_t number, std::size_t count = 50) {
    auto value = writer.loan(count);
    fill(value, number);
    writer.write(std::move(value));
  }
  std::string why_not(const std::function<void()>& open) const {
    try {
      open();
    } catch (const BufferError& error) {
      return std::string(error.what()).substr(("buffer " + name_ + ": ").size());
    }
    return "";
  }
  // Starts a process that reads `keeps` values, reports that, and keeps them.
  Child start_keeper(std::size_t keeps) const {
    auto child = Child::fork("keeper", [&] {
      BufferReader<Numbers> reader(name_);
      std::vector<View> kept(keeps);
      for (View& each : kept) {
        if (!reader.peek(each)) return 1;
      }
      std::puts("keeps");
      std::fflush(stdout);
      ::pause();
      return 0;
    });
    child.wait_for_line("keeps", patience);
    return child;
  }
  // How many loans the writer can hold at once.
  static std::size_t loans(BufferWriter<Numbers>& writer) {
    std::vector<Numbers> held;
    try {
      for (;;) held.push_back(writer.loan(1));
    } catch (const CORBA::NO_RESOURCES&) {
      return held.size();
    }
  }

  const std::string name_ = "test-loaned-" + std::to_string(::getpid());
};

TEST_F(LoanedBuffer, AValueIsReadWhereItWasWritten) {
  BufferWriter<Numbers> writer(name_);
  BufferReader<Numbers> one(name_);
  BufferReader<Numbers> other(name_);
  View seen;
  EXPECT_FALSE(one.poll());
  EXPECT_FALSE(one.read(seen, 1ms));
  EXPECT_FALSE(one.peek(seen));
  auto value = writer.loan(100);
  EXPECT_TRUE(value.is_shared());
  fill(value, 7);
  auto* const where = value.data();
  writer.write(std::move(value));
  EXPECT_EQ(writer.written(), 1U);
  View also;
  ASSERT_TRUE(one.read(seen));
  ASSERT_TRUE(other.peek(also));
  EXPECT_EQ(seen.size(), 100U);
  EXPECT_EQ(seen[99], 7U);
  *where = 8;  // no program may do this: that both readers see it shows that there is one memory
  EXPECT_EQ(seen[0], 8U);
  EXPECT_EQ(also[0], 8U);
  EXPECT_FALSE(one.read(seen));
  EXPECT_EQ(seen.size(), 100U) << "nothing new, so it keeps what it had";
  EXPECT_TRUE(other.poll());
}

TEST_F(LoanedBuffer, ForeignMemoryIsCopiedIntoTheBuffer) {
  BufferWriter<Numbers> writer(name_);
  BufferReader<Numbers> reader(name_);
  View seen;
  writer.write(std::vector<std::uint64_t>{1, 2, 3});
  ASSERT_TRUE(reader.read(seen));
  EXPECT_EQ(std::vector<std::uint64_t>(seen.begin(), seen.end()), (std::vector<std::uint64_t>{1, 2, 3}));
  writer.write({});
  ASSERT_TRUE(reader.read(seen));
  EXPECT_TRUE(seen.empty());
  auto shorter = writer.loan(5);
  fill(shorter, 9);
  shorter.shrink(2);
  writer.write(std::move(shorter));
  ASSERT_TRUE(reader.read(seen));
  EXPECT_EQ(seen.size(), 2U);
}

TEST_F(LoanedBuffer, AKeptValueDoesNotChange) {
  for (const auto& history : {History(History::latest), History::queue(3)}) {
    BufferWriter<Numbers> writer(name_, {.history = history});
    View kept;
    {
      BufferReader<Numbers> reader(name_);
      write(writer, 1);
      ASSERT_TRUE(reader.read(kept));
    }
    for (std::uint64_t i = 2; i <= 1000; ++i) write(writer, i);
    EXPECT_TRUE(is_whole(kept));
    EXPECT_EQ(kept[0], 1U);
    remove_buffer(name_);
  }
}

TEST_F(LoanedBuffer, AQueueIsReadInOrder) {
  BufferWriter<Numbers> writer(name_, {.history = History::queue(4)});
  BufferReader<Numbers> reader(name_);
  View seen;
  for (std::uint64_t i = 1; i <= 4; ++i) write(writer, i);
  for (std::uint64_t i = 1; i <= 4; ++i) {
    ASSERT_TRUE(reader.read(seen));
    EXPECT_EQ(seen[0], i);
  }
  for (std::uint64_t i = 5; i <= 11; ++i) write(writer, i);
  for (std::uint64_t i = 8; i <= 11; ++i) {
    ASSERT_TRUE(reader.read(seen));
    EXPECT_EQ(seen[0], i);
  }
  EXPECT_FALSE(reader.read(seen));
  EXPECT_EQ(reader.missed(), 3U);
}

TEST_F(LoanedBuffer, RefusesWhatCannotBe) {
  EXPECT_EQ(why_not([&] { BufferReader<Numbers> reader(name_); }), "it does not exist yet");
  EXPECT_NE(why_not([&] { BufferWriter<Numbers> none(name_, {.readers_max = 65}); }).find("1 to 64 readers"),
            std::string::npos);
  EXPECT_NE(why_not([&] { BufferWriter<Numbers> none(name_, {.held_max = 0}); }).find("held_max"), std::string::npos);
  BufferWriter<Numbers> writer(name_, {.octets_max = 80, .readers_max = 2, .held_max = 1});
  EXPECT_EQ(why_not([&] { BufferWriter<Numbers> second(name_); }), "it has a writer already");
  EXPECT_EQ(why_not([&] { BufferReader<loaned<float>> reader(name_); }), "it holds values of another type");
  EXPECT_EQ(why_not([&] { BufferReader<Sample> reader(name_); }), "it holds values of another type");
  EXPECT_THROW(writer.loan(11), CORBA::BAD_PARAM);
  EXPECT_THROW(writer.write(std::vector<std::uint64_t>(11)), CORBA::BAD_PARAM);
  EXPECT_EQ(writer.written(), 0U);
  BufferReader<Numbers> one(name_);
  {
    BufferReader<Numbers> two(name_);
    EXPECT_EQ(why_not([&] { BufferReader<Numbers> three(name_); }),
              "it already has the maximum number of readers, 2 (readers_max)");
  }
  BufferReader<Numbers> two(name_);
  write(writer, 1, 10);
  View first;
  View second;
  ASSERT_TRUE(one.read(first));
  ASSERT_TRUE(one.peek(second)) << "the same value";
  write(writer, 2, 10);
  EXPECT_THROW(one.read(second), CORBA::NO_RESOURCES);
  first = View();
  ASSERT_TRUE(one.read(second));
  EXPECT_EQ(second[0], 2U);
  writer = BufferWriter<Numbers>("other-" + name_);
  EXPECT_EQ(why_not([&] { BufferWriter<Numbers> longer(name_, {.octets_max = 88, .readers_max = 2, .held_max = 1}); }),
            "it exists with another layout; remove_buffer() removes it");
  remove_buffer("other-" + name_);
  BufferWriter<loaned<std::uint8_t, 4>> bounded("bounded-" + name_);
  EXPECT_THROW(bounded.write(std::vector<std::uint8_t>(5)), CORBA::BAD_PARAM);
  remove_buffer("bounded-" + name_);
}

TEST_F(LoanedBuffer, ALoanIsWaitedForUntilAnotherIsLetGo) {
  BufferWriter<Numbers> writer(name_, {.readers_max = 1, .held_max = 1});
  std::vector<Numbers> held;
  for (int i = 0; i < 3; ++i) held.push_back(writer.loan(1));
  EXPECT_THROW(writer.loan(1, 1ms), CORBA::NO_RESOURCES);
  std::thread other([&] { held.clear(); });
  EXPECT_NO_THROW(writer.loan(1, patience));
  other.join();
  EXPECT_EQ(loans(writer), 3U);
}

TEST_F(LoanedBuffer, AReaderCannotWriteWhatOthersRead) {
  BufferWriter<Numbers> writer(name_);
  write(writer, 1);
  BufferReader<Numbers> reader(name_);
  View seen;
  ASSERT_TRUE(reader.read(seen));
  EXPECT_DEATH(*const_cast<volatile std::uint64_t*>(seen.data()) = 2, "");
  EXPECT_TRUE(is_whole(seen));
}

// Places: one for the value, one to write, two for each of three readers.
TEST_F(LoanedBuffer, TheWriterRegainsThePlacesOfAKilledReader) {
  BufferWriter<Numbers> writer(name_, {.readers_max = 3, .held_max = 2});
  for (int round = 0; round < 5; ++round) {
    std::vector<Child> keepers;
    for (std::uint64_t i = 1; i <= 3; ++i) {
      write(writer, i);
      keepers.push_back(start_keeper(1));
    }
    write(writer, 4);
    EXPECT_EQ(loans(writer), 4U) << "three are kept, one is the value";
    keepers.pop_back();
    EXPECT_EQ(loans(writer), 5U);
    keepers.clear();
    EXPECT_EQ(loans(writer), 7U);
  }
}

TEST_F(LoanedBuffer, AReaderThatHangsHoldsNobodyUp) {
  BufferWriter<Numbers> writer(name_);
  write(writer, 1);
  auto keeper = start_keeper(2);
  keeper.pause();
  BufferReader<Numbers> reader(name_);
  View seen;
  for (std::uint64_t i = 2; i <= 20'000; ++i) write(writer, i);
  ASSERT_TRUE(reader.read(seen));
  EXPECT_EQ(seen[0], 20'000U);
}

TEST_F(LoanedBuffer, ValuesAreWholeWhileTheyAreWritten) {
  BufferWriter<Numbers> writer(name_, {.octets_max = std::size_t{64} << 10, .held_max = 1});
  std::vector<Child> readers;
  for (int i = 0; i < 4; ++i) {
    readers.push_back(Child::fork("reader", [&] {
      BufferReader<Numbers> reader(name_);
      std::puts("reads");
      std::fflush(stdout);
      View seen;
      std::uint64_t last = 0;
      while (last != 3000) {
        if (!reader.read(seen, patience) || !is_whole(seen) || seen[0] <= last) return 1;
        last = seen[0];
      }
      std::puts("all whole");
      std::fflush(stdout);
      ::pause();
      return 0;
    }));
    readers.back().wait_for_line("reads", patience);
  }
  for (std::uint64_t i = 1; i <= 3000; ++i) write(writer, i, 4000);
  for (auto& reader : readers) reader.wait_for_line("all whole", patience);
}

TEST_F(LoanedBuffer, AWriterThatIsKilledLeavesWholeValues) {
  for (const auto& history : {History(History::latest), History::queue(3)}) {
    const BufferLayout layout{.history = history, .octets_max = std::size_t{64} << 10};
    std::uint64_t last = 0;
    View kept;
    for (int i = 0; i < 15; ++i) {
      auto child = Child::fork("writer", [&] {
        BufferWriter<Numbers> writer(name_, layout);
        std::puts("writes");
        std::fflush(stdout);
        for (std::uint64_t number = writer.written() + 1;; ++number) write(writer, number, 5000);
        return 0;
      });
      child.wait_for_line("writes", patience);
      BufferReader<Numbers> reader(name_);
      View seen;
      for (int j = 0; j <= i; ++j) {
        ASSERT_TRUE(reader.read(seen, patience));
        ASSERT_TRUE(is_whole(seen)) << seen[0];
      }
      child = Child();
      while (reader.read(seen)) ASSERT_TRUE(is_whole(seen)) << seen[0];
      ASSERT_GE(seen[0], last);
      ASSERT_TRUE(kept.empty() || is_whole(kept)) << "of a reader and a writer before";
      last = seen[0];
      kept = std::move(seen);
    }
    kept = View();
    BufferWriter<Numbers> next(name_, layout);
    EXPECT_EQ(loans(next), (history.is_latest() ? 1U : 3U) + 1 + 16 - (history.is_latest() ? 1U : 3U));
    remove_buffer(name_);
  }
}

// The memory, mapped by a process that follows no rules.
class Hostile {
 public:
  Hostile(const std::string& name, const flow::LoanedSizes& sizes)
      : file_(flow::open_buffer(name, 0)), mapping_(name, sizes, file_.get(), true) {}
  flow::LoanedMapping& mapping() noexcept { return mapping_; }

 private:
  const reactor::Descriptor file_;
  flow::LoanedMapping mapping_;
};

TEST_F(LoanedBuffer, AReaderThatKeepsMoreThanItMayLosesIt) {
  BufferWriter<Numbers> writer(name_, {.readers_max = 2, .held_max = 1});
  BufferReader<Numbers> reader(name_);
  Hostile hostile(name_, {.depth = 1, .readers = 2, .held = 1, .octets_max = 4096});
  for (std::size_t place = 0; place < 4; ++place) hostile.mapping().readers(place).bits.store(~std::uint64_t{0});
  write(writer, 1);
  EXPECT_EQ(loans(writer), 3U);
  View seen;
  ASSERT_TRUE(reader.read(seen));
  EXPECT_EQ(seen[0], 1U);
}

// A process of the same user may write anything there. That causes no crash and no endless wait, and at most an error
// for a reader that finds an invalid value.
TEST_F(LoanedBuffer, AProcessThatScribblesMakesErrorsAtWorst) {
  BufferWriter<Numbers> writer(name_, {.history = History::queue(2), .readers_max = 2, .held_max = 1});
  const flow::LoanedSizes sizes{.depth = 2, .readers = 2, .held = 1, .octets_max = 4096, .is_queue = true};
  Hostile hostile(name_, sizes);
  std::mt19937_64 random(26);  // NOLINT(cert-msc51-cpp): the same each time
  const auto word = [&](std::size_t begin, std::size_t end) {
    return reinterpret_cast<std::uint64_t*>(&hostile.mapping().head()) + (begin + random() % (end - begin)) / 8;
  };
  BufferReader<Numbers> reader(name_);
  View seen;
  std::size_t wrong = 0;
  for (int i = 0; i < 5000; ++i) {
    const bool in_the_writers_part = i % 2 == 0;
    std::uint64_t* const at = in_the_writers_part ? word(sizeof(flow::LoanedHead), sizes.shared_begin())
                                                  : word(sizes.shared_begin(), sizes.data_begin());
    __atomic_store_n(at, random() % 3 == 0 ? random() : random() % 64, __ATOMIC_RELAXED);
    try {
      write(writer, 5);
      if (reader.read(seen) && seen.size() > 512) ADD_FAILURE() << seen.size();
    } catch (const BufferError&) {
      ++wrong;
    } catch (const CORBA::NO_RESOURCES&) {
      ++wrong;
    }
  }
  EXPECT_LT(wrong, 5000U);
}

}  // namespace
}  // namespace dimma
