// Message buffers: the values that readers see while a writer in this or another process writes, or is killed.

#include "buffer_value.hpp"
#include "measure/process.hpp"

#include <dimma/exception.hpp>
#include <dimma/message_buffer.hpp>

#include <gtest/gtest.h>

#include <functional>

#include <unistd.h>

namespace dimma {
namespace {

using namespace std::chrono_literals;
using measure::Child;

constexpr auto patience = 30s;

Sample sample(std::uint64_t number, std::size_t copies = 20) {
  return Sample(number, std::vector<std::uint64_t>(copies + number % 7, number), std::to_string(number));
}
bool is_whole(const Sample& value, std::size_t copies = 20) {
  const Sample whole = sample(value.number(), copies);
  return value.copies() == whole.copies() && value.text() == whole.text();
}

bool is(const Sample& value, std::uint64_t number) { return value.number() == number && is_whole(value); }

class MessageBuffer : public testing::Test {
 protected:
  ~MessageBuffer() override { remove_buffer(name_); }

  std::string why_not(const std::function<void()>& open) const {
    try {
      open();
    } catch (const BufferError& error) {
      return std::string(error.what()).substr(("buffer " + name_ + ": ").size());
    }
    return "";
  }
  // Starts another process that writes one value after another, as fast as it can, until it is killed.
  Child start_writer(const BufferLayout& layout, std::size_t copies = 20) const {
    auto child = Child::fork("writer", [&] {
      BufferWriter<Sample> writer(name_, layout);
      std::puts("writes");
      std::fflush(stdout);
      for (std::uint64_t i = writer.written() + 1;; ++i) writer.write(sample(i, copies));
      return 0;
    });
    child.wait_for_line("writes", patience);
    return child;
  }

  const std::string name_ = "test-" + std::to_string(::getpid());
};

TEST_F(MessageBuffer, LatestIsWhatIsRead) {
  BufferWriter<Sample> writer(name_);
  BufferReader<Sample> reader(name_);
  Sample value;
  EXPECT_FALSE(reader.poll());
  EXPECT_FALSE(reader.read(value));
  EXPECT_FALSE(reader.peek(value));
  for (std::uint64_t i = 1; i <= 10; ++i) writer.write(sample(i));
  EXPECT_TRUE(reader.poll());
  EXPECT_TRUE(reader.peek(value));
  EXPECT_TRUE(is(value, 10));
  EXPECT_TRUE(reader.poll());
  EXPECT_TRUE(reader.read(value));
  EXPECT_TRUE(is(value, 10));
  EXPECT_FALSE(reader.poll());
  EXPECT_FALSE(reader.read(value, 1ms));
  EXPECT_TRUE(reader.peek(value));
  BufferReader<Sample> late(name_);
  EXPECT_TRUE(late.read(value));
  EXPECT_TRUE(is(value, 10));
  EXPECT_EQ(late.missed(), 0U);
}

TEST_F(MessageBuffer, AQueueIsReadInOrderByEach) {
  BufferWriter<Sample> writer(name_, {.history = History::queue(8)});
  BufferReader<Sample> one(name_);
  BufferReader<Sample> other(name_);
  Sample value;
  for (std::uint64_t i = 1; i <= 8; ++i) writer.write(sample(i));
  for (std::uint64_t i = 1; i <= 8; ++i) {
    ASSERT_TRUE(one.peek(value));
    EXPECT_EQ(value.number(), i);
    ASSERT_TRUE(one.read(value));
    EXPECT_TRUE(is(value, i));
  }
  EXPECT_FALSE(one.read(value));
  for (std::uint64_t i = 9; i <= 12; ++i) writer.write(sample(i));
  for (std::uint64_t i = 5; i <= 12; ++i) {
    ASSERT_TRUE(other.read(value));
    EXPECT_EQ(value.number(), i);
  }
  EXPECT_EQ(other.missed(), 4U);
  EXPECT_EQ(one.missed(), 0U);
}

TEST_F(MessageBuffer, StaysWhenItsWriterEnds) {
  Sample value;
  {
    BufferWriter<Sample> writer(name_, {.history = History::queue(4)});
    writer.write(sample(1));
  }
  BufferReader<Sample> reader(name_);
  EXPECT_TRUE(reader.read(value));
  BufferWriter<Sample> next(name_, {.history = History::queue(4)});
  EXPECT_EQ(next.written(), 1U);
  next.write(sample(2));
  EXPECT_TRUE(reader.read(value));
  EXPECT_TRUE(is(value, 2));
  EXPECT_TRUE(remove_buffer(name_));
  EXPECT_FALSE(remove_buffer(name_));
  next.write(sample(3));
  EXPECT_TRUE(reader.read(value));
}

TEST_F(MessageBuffer, RefusesWhatCannotBe) {
  EXPECT_EQ(why_not([&] { BufferReader<Sample> reader(name_); }), "it does not exist yet");
  BufferWriter<Sample> writer(name_, {.octets_max = 100});
  EXPECT_EQ(why_not([&] { BufferWriter<Sample> second(name_, {.octets_max = 100}); }), "it has a writer already");
  EXPECT_EQ(why_not([&] { BufferReader<std::string> reader(name_); }), "it holds values of another type");
  EXPECT_EQ(why_not([&] { BufferWriter<Sample> none(name_, {.history = History::queue()}); }),
            "a queue holds 1 to 65000 values");
  EXPECT_THROW(BufferReader<Sample>("../passwd"), BufferError);
  EXPECT_THROW(BufferReader<Sample>(""), BufferError);
  EXPECT_THROW(writer.write(sample(1)), CORBA::MARSHAL);  // too long
  EXPECT_EQ(writer.written(), 0U);
  writer = BufferWriter<Sample>("other-" + name_);
  EXPECT_EQ(why_not([&] { BufferWriter<Sample> longer(name_, {.octets_max = 200}); }),
            "it exists with another layout; remove_buffer() removes it");
  remove_buffer("other-" + name_);
}

TEST_F(MessageBuffer, AWriteIsConfirmedByAReader) {
  BufferWriter<Sample> writer(name_);
  EXPECT_FALSE(writer.write_confirmed(sample(1), 1ms));
  auto child = Child::fork("reader", [&] {
    BufferReader<Sample> reader(name_);
    Sample value;
    while (value.number() != 3) reader.read(value, patience);
    return 0;
  });
  EXPECT_TRUE(writer.write_confirmed(sample(2), patience));
  EXPECT_TRUE(writer.write_confirmed(sample(3), patience));
}

TEST_F(MessageBuffer, ValuesAreWholeWhileTheyAreWritten) {
  for (const auto& history : {History::latest, History::queue(3)}) {
    const BufferLayout layout{.history = history};
    auto child = start_writer(layout);
    BufferReader<Sample> reader(name_);
    Sample value;
    std::uint64_t last = 0;
    for (int i = 0; i < 20'000; ++i) {
      ASSERT_TRUE(reader.read(value, patience));
      ASSERT_TRUE(is_whole(value)) << value.number();
      ASSERT_GT(value.number(), last);
      last = value.number();
    }
    child = Child();  // killed
    remove_buffer(name_);
  }
}

class AnyHistory : public MessageBuffer, public testing::WithParamInterface<History> {};
INSTANTIATE_TEST_SUITE_P(MessageBuffer, AnyHistory, testing::Values(History(History::latest), History::queue(4)));

TEST_P(AnyHistory, AReaderThatHangsHoldsNobodyUp) {
  BufferWriter<Sample> writer(name_, {.history = GetParam()});
  auto child = Child::fork("reader", [&] {
    BufferReader<Sample> reader(name_);
    Sample value;
    reader.read(value, patience);
    std::puts("has read");
    std::fflush(stdout);
    while (reader.read(value, patience)) {
    }
    return 0;
  });
  writer.write(sample(1));
  child.wait_for_line("has read", patience);
  child.pause();
  for (std::uint64_t i = 2; i <= 50'000; ++i) writer.write(sample(i));
  EXPECT_EQ(writer.written(), 50'000U);
}

// Wherever the writer is killed, earlier values stay whole, and another writer can continue. The writer spends most of
// its time copying a long value into the memory.
TEST_P(AnyHistory, AWriterThatIsKilledLeavesWholeValues) {
  constexpr std::size_t copies = 5'000;
  const BufferLayout layout{.history = GetParam(), .octets_max = std::size_t{64} << 10};
  std::uint64_t last = 0;
  for (int i = 0; i < 25; ++i) {
    auto child = start_writer(layout, copies);
    BufferReader<Sample> reader(name_);
    Sample value;
    for (int j = 0; j <= i; ++j) {
      ASSERT_TRUE(reader.read(value, patience));
      ASSERT_TRUE(is_whole(value, copies)) << value.number();
    }
    child = Child();
    while (reader.read(value)) ASSERT_TRUE(is_whole(value, copies)) << value.number();
    ASSERT_GE(value.number(), last);
    last = value.number();
  }
}

}  // namespace
}  // namespace dimma
