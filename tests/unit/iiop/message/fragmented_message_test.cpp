// Long messages in fragments that are read while they arrive.

#include "unit/iiop/message/reader_streams.hpp"

#include "iiop/giop/giop_request.hpp"
#include "iiop/message/streaming_receive.hpp"

#include <dimma/exception.hpp>

#include <deque>
#include <fstream>
#include <random>

#include <unistd.h>

namespace dimma::iiop {
namespace {

using test::hexadecimal;

constexpr std::uint32_t id = 7;
constexpr std::size_t long_octets = 600'000;

Message long_one() { return reply(id, long_octets); }
Message cancel(std::uint32_t request_id) {
  cdr::Buffer buffer(32);
  cdr::Encoder out(buffer);
  write_cancel_request(out, 2, request_id);
  return {out.octets().begin(), out.octets().end()};
}

// The offset of each fragment of a stream.
std::vector<std::size_t> beginnings(const Message& stream) {
  std::vector<std::size_t> at;
  for (std::size_t offset = 0; offset < stream.size();) {
    at.push_back(offset);
    const auto head = std::span<const std::byte>(stream).subspan(offset).first<header_octets>();
    offset += parse_header(head, ~std::size_t{0}).header.message_octets();
  }
  return at;
}
Message with(const Message& stream, std::size_t at, const Message& inserted) {
  Message longer = stream;
  longer.insert(longer.begin() + static_cast<std::ptrdiff_t>(at), inserted.begin(), inserted.end());
  return longer;
}

Message message_of(const MessageReader& reader) { return {reader.octets().begin(), reader.octets().end()}; }

TEST(FragmentedMessage, IsTheSameHoweverItsFragmentsAreReceived) {
  const Message whole = long_one();
  std::mt19937 random(1);
  for (const std::size_t fragment : {70'000U, 131'072U, 300'000U, 599'000U}) {
    for (const bool read_ahead : {true, false}) {
      for (const std::size_t at_once : {~std::size_t{0}, std::size_t{100'000}, std::size_t{16'384}, std::size_t{997}}) {
        Message stream = fragmented(whole, fragment);
        append(stream, reply(8, 5));
        MessageReader reader({.read_ahead = read_ahead});
        std::size_t sent = 0;
        ASSERT_TRUE(begin_streaming(reader, stream, sent, at_once)) << fragment << ' ' << at_once;
        EXPECT_TRUE(reader.header().more_fragments);
        const std::byte* const begin = reader.octets().data();
        EXPECT_LE(reader.octets().size(), whole.size());
        EXPECT_TRUE(std::equal(reader.octets().begin() + 12, reader.octets().end(), whole.begin() + 12));
        receive_rest(reader, stream, sent, at_once);
        ASSERT_EQ(reader.streaming(), MessageReader::Streaming::whole);
        EXPECT_EQ(reader.octets().data(), begin);
        EXPECT_TRUE(message_of(reader) == whole);
        EXPECT_FALSE(reader.header().more_fragments);
        EXPECT_EQ(reader.header().message_octets(), whole.size());
        EXPECT_EQ(reader.streaming_end(), reader.octets().data() + reader.octets().size());
        EXPECT_FALSE(begin_streaming(reader, stream, sent));
        EXPECT_TRUE(message_of(reader) == reply(8, 5));
      }
    }
  }
}

// The reader is not asked to give the message early.
TEST(FragmentedMessage, IsGivenWhenItIsWhole) {
  const Message whole = long_one();
  for (const std::size_t fragment : {70'000U, 300'000U}) {
    const Message cut = fragmented(whole, fragment);
    const auto fragments = beginnings(cut);
    for (const std::size_t chunk : {0U, 1'000U, 100'001U}) {
      // Another message between the fragments is returned first.
      const Message stream = with(cut, fragments[1], reply(9, 3));
      MessageReader reader;
      const auto messages = feed(reader, stream, [chunk] { return chunk; });
      ASSERT_EQ(messages.size(), 2U);
      EXPECT_EQ(messages[0], hexadecimal(reply(9, 3)));
      EXPECT_TRUE(messages[1] == hexadecimal(whole));
      EXPECT_TRUE(feed(reader, cut, [chunk] { return chunk; }).at(0) == hexadecimal(whole));
    }
  }
}

TEST(FragmentedMessage, OthersBetweenItsFragmentsWaitWhileItIsReadEarly) {
  const Message whole = long_one();
  const Message cut = fragmented(whole, 100'000);
  auto fragments = beginnings(cut);
  Message stream = with(cut, fragments[3], reply(11, 20'000));
  stream = with(stream, fragments[1], fragmented(reply(10, 300), 200));
  stream = with(stream, fragments[1], reply(9, 3));
  append(stream, reply(12, 1));
  for (const std::size_t at_once : {~std::size_t{0}, std::size_t{20'001}, std::size_t{7}}) {
    for (const bool reads_it_to_its_end : {true, false}) {
      MessageReader reader;
      std::size_t sent = 0;
      ASSERT_TRUE(begin_streaming(reader, stream, sent));
      if (reads_it_to_its_end) {
        receive_rest(reader, stream, sent, at_once);
        EXPECT_TRUE(message_of(reader) == whole);
      } else {
        for (int i = 0; i < 4; ++i) {
          const auto space = reader.streaming_space();
          const std::size_t octets = std::min(space.size(), std::size_t{60'000});
          std::memcpy(space.data(), stream.data() + sent, octets);
          reader.received_streaming(octets);
          sent += octets;
        }
      }
      const auto messages = feed_rest(reader, stream, sent, 10'000);
      ASSERT_EQ(messages.size(), 4U);
      EXPECT_EQ(messages[0], hexadecimal(reply(9, 3)));
      EXPECT_EQ(messages[1], hexadecimal(reply(10, 300)));
      EXPECT_TRUE(messages[2] == hexadecimal(reply(11, 20'000)));
      EXPECT_EQ(messages[3], hexadecimal(reply(12, 1)));
    }
  }
}

TEST(FragmentedMessage, IsTakenBackOrPassedOver) {
  for (const bool takes_back : {false, true}) {
    Message stream = fragmented(long_one(), 100'000);
    append(stream, reply(8, 300'000));
    MessageReader reader;
    std::size_t sent = 0;
    ASSERT_TRUE(begin_streaming(reader, stream, sent));
    if (takes_back) reader.take_back_streaming();
    const auto messages = feed_rest(reader, stream, sent, 1000);
    ASSERT_EQ(messages.size(), takes_back ? 2U : 1U);
    EXPECT_EQ(messages.front() == hexadecimal(long_one()), takes_back);
    EXPECT_TRUE(messages.back() == hexadecimal(reply(8, 300'000)));
  }
}

TEST(FragmentedMessage, CanBeCancelled) {
  const Message cut = fragmented(long_one(), 100'000);
  const auto fragments = beginnings(cut);
  Message stream(cut.begin(), cut.begin() + static_cast<std::ptrdiff_t>(fragments[2]));
  append(stream, cancel(8));  // another request's
  append(stream, cancel(id));
  append(stream, reply(9, 3));
  for (const bool early : {true, false}) {
    MessageReader reader;
    std::size_t sent = 0;
    if (early) {
      ASSERT_TRUE(begin_streaming(reader, stream, sent, 30'000));
      receive_rest(reader, stream, sent, 1'000);
      EXPECT_EQ(reader.streaming(), MessageReader::Streaming::cancelled);
    }
    const auto messages = feed_rest(reader, stream, sent, 500);
    EXPECT_EQ(messages, (std::vector{hexadecimal(cancel(8)), hexadecimal(cancel(id)), hexadecimal(reply(9, 3))}));
    EXPECT_TRUE(feed(reader, cut, [] { return 0; }).at(0) == hexadecimal(long_one()));
  }
}

TEST(FragmentedMessage, CanBeKept) {
  const Message stream = fragmented(long_one(), 100'000);
  for (const bool early : {true, false}) {
    MessageReader reader;
    std::size_t sent = 0;
    EXPECT_EQ(begin_streaming(reader, stream, sent), true);
    if (!early) reader.take_back_streaming();
    if (early) receive_rest(reader, stream, sent, 1'000);
    while (!early && reader.next() == Progress::need_more) {
      const auto space = reader.space();
      const std::size_t octets = std::min(space.size(), stream.size() - sent);
      std::memcpy(space.data(), stream.data() + sent, octets);
      reader.received(octets);
      sent += octets;
    }
    const auto octets = reader.octets();
    {
      const auto kept = reader.keep();
      EXPECT_EQ(feed(reader, reply(3, 4), [] { return 0; }).size(), 1U);
      EXPECT_TRUE(Message(octets.begin(), octets.end()) == long_one());
    }
    EXPECT_TRUE(feed(reader, stream, [] { return 0; }).at(0) == hexadecimal(long_one()));
  }
}

// A message that is returned while another grows.
TEST(FragmentedMessage, StaysWhenAnotherIsKept) {
  const Message cut = fragmented(long_one(), 100'000);
  const Message stream = with(cut, beginnings(cut)[2], reply(9, 3));
  MessageReader reader;
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent, 40'000));
  reader.take_back_streaming();
  ASSERT_FALSE(begin_streaming(reader, stream, sent, 40'000));
  const auto octets = reader.octets();
  const auto kept = reader.keep();
  ASSERT_FALSE(begin_streaming(reader, stream, sent, 40'000));
  EXPECT_TRUE(message_of(reader) == long_one());
  EXPECT_EQ(hexadecimal(octets), hexadecimal(reply(9, 3)));
}

TEST(FragmentedMessage, ThatIsAboveTheLimitOrMalformedEndsTheStream) {
  const Message cut = fragmented(long_one(), 100'000);
  const auto fragments = beginnings(cut);
  Message other_order = cut;
  other_order[fragments[2] + 6] ^= std::byte{1};
  std::reverse(other_order.begin() + static_cast<std::ptrdiff_t>(fragments[2] + 8),
               other_order.begin() + static_cast<std::ptrdiff_t>(fragments[2] + 12));
  std::reverse(other_order.begin() + static_cast<std::ptrdiff_t>(fragments[2] + 12),
               other_order.begin() + static_cast<std::ptrdiff_t>(fragments[2] + 16));
  Message no_giop = cut;
  no_giop[fragments[2]] = std::byte{'g'};
  struct Case {
    Message stream;
    std::size_t limit;
    const char* says;
  };
  for (const auto& each : {Case{cut, 400'000, "exceed the message size limit"},
                           Case{other_order, long_octets * 2, "malformed or misplaced fragment"},
                           Case{no_giop, long_octets * 2, "begins with 67 49 4f 50"}}) {
    for (const bool early : {true, false}) {
      MessageReader reader({.message_octets_max = each.limit});
      std::size_t sent = 0;
      if (early) {
        ASSERT_TRUE(begin_streaming(reader, each.stream, sent, 30'000));
        receive_rest(reader, each.stream, sent, 30'000);
        EXPECT_EQ(reader.streaming(), MessageReader::Streaming::fault);
      } else {
        feed(reader, each.stream, [] { return 3'000; });
      }
      EXPECT_EQ(reader.next(), Progress::fault);
      EXPECT_NE(reader.fault().text.find(each.says), std::string::npos) << reader.fault().text;
      EXPECT_EQ(reader.fault().kind == Fault::Kind::too_large, each.limit == 400'000);
    }
  }
}

// A decoder may still use the octets that it was given, and wait for more.
TEST(FragmentedMessage, StaysInItsPlaceWhenItIsReadOnAfterAFault) {
  const Message cut = fragmented(long_one(), 100'000);
  const auto second = static_cast<std::ptrdiff_t>(beginnings(cut)[1]);
  Message of_other_order(cut.begin() + second, cut.begin() + second + 16);
  of_other_order[6] ^= std::byte{1};
  std::reverse(of_other_order.begin() + 8, of_other_order.begin() + 12);
  std::reverse(of_other_order.begin() + 12, of_other_order.end());
  Message stream(cut.begin(), cut.begin() + second);
  append(stream, of_other_order);
  MessageReader reader;
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent, 30'000));
  const std::byte* const begin = reader.octets().data();
  receive_rest(reader, stream, sent, 30'000);
  ASSERT_EQ(reader.streaming(), MessageReader::Streaming::fault);
  for (int i = 0; i < 3; ++i) {
    std::memcpy(reader.streaming_space().data(), of_other_order.data(), of_other_order.size());
    EXPECT_EQ(reader.received_streaming(of_other_order.size()), begin + second);
    EXPECT_EQ(reader.streaming(), MessageReader::Streaming::fault);
    EXPECT_EQ(reader.fault().text, describe(FragmentOutcome::malformed));
    EXPECT_EQ(reader.streaming_end(), begin + (std::size_t{256} << 20));
    EXPECT_TRUE(std::equal(begin + 12, begin + second, long_one().begin() + 12));
  }
  EXPECT_EQ(reader.next(), Progress::fault);
}

// The same octets also exceed the memory that the message may hold.
TEST(FragmentedMessage, StaysInItsPlaceWhenItsFaultIsNotTheOnlyOne) {
  Message stream = fragmented(reply(id, 70'000), 69'000);
  const std::size_t second = beginnings(stream)[1];
  stream[second] = std::byte{'g'};
  constexpr std::size_t as_much_as_begins = std::size_t{64} << 10;
  const auto budget = std::make_shared<MemoryBudget>(as_much_as_begins, as_much_as_begins);
  const auto memory = std::make_shared<MemoryShare>(budget, [] {});
  MessageReader reader({.memory = memory});
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent, 30'000));
  const std::byte* const begin = reader.octets().data();
  const auto space = reader.streaming_space();
  const std::size_t octets = std::min(space.size(), second + 16 - sent);
  std::memcpy(space.data(), stream.data() + sent, octets);
  EXPECT_EQ(reader.received_streaming(octets), begin + second);
  EXPECT_EQ(reader.streaming(), MessageReader::Streaming::fault);
  EXPECT_NE(reader.fault().text.find("begins with 67 49 4f 50"), std::string::npos) << reader.fault().text;
}

// Delivers the rest of a stream's octets, and then no more.
class OctetStream final : public transport::Stream {
 public:
  explicit OctetStream(OctetView rest) noexcept : rest_(rest) {}
  transport::Result receive(std::span<std::byte> into, Deadline) override {
    ++receives;
    const std::size_t octets = std::min(into.size(), rest_.size());
    std::copy_n(rest_.begin(), octets, into.begin());
    rest_ = rest_.subspan(octets);
    return {octets == 0 ? transport::Status::timeout : transport::Status::ok, octets};
  }
  transport::Result send(std::span<iovec>, Deadline) override { return {}; }
  void receive_timeout(std::chrono::milliseconds) override {}
  int handle() const noexcept override { return -1; }
  bool octets_wait() const noexcept override { return !rest_.empty(); }
  void shutdown() noexcept override {}
  transport::Endpoint local() const override { return {}; }
  transport::Endpoint peer() const override { return {}; }

  int receives = 0;

 private:
  OctetView rest_;
};

class Receiving final : public StreamingReceive {
 public:
  Receiving(MessageReader& reader, OctetStream& stream) noexcept : StreamingReceive(reader, stream), stream_(stream) {}

 private:
  transport::Result wait_for_more(std::span<std::byte> into) override { return stream_.receive(into, no_deadline); }
  [[noreturn]] void cannot_receive(const transport::Result&) override { throw CORBA::COMM_FAILURE(); }
  [[noreturn]] void cannot_read_on() override { throw CORBA::MARSHAL(); }
  [[noreturn]] void was_cancelled() override { throw CORBA::TRANSIENT(); }

  OctetStream& stream_;
};

// The upcall of a decoder waits for the end of its message once more before it makes a call of its own.
TEST(FragmentedMessage, NothingMoreIsReceivedForOneThatHasFailed) {
  const Message cut = fragmented(long_one(), 100'000);
  const auto second = static_cast<std::ptrdiff_t>(beginnings(cut)[1]);
  for (const bool is_cancelled : {false, true}) {
    Message stream(cut.begin(), cut.begin() + second);
    append(stream, is_cancelled ? cancel(id) : Message(40, std::byte{'x'}));
    MessageReader reader;
    std::size_t sent = 0;
    ASSERT_TRUE(begin_streaming(reader, stream, sent, 30'000));
    OctetStream octets(OctetView(stream).subspan(sent));
    Receiving receiving(reader, octets);
    const auto await_all = [&receiving] { receiving.await(receiving.message_end()); };
    for (int i = 0; i < 3; ++i) {
      if (is_cancelled) {
        EXPECT_THROW(await_all(), CORBA::TRANSIENT);
      } else {
        EXPECT_THROW(await_all(), CORBA::MARSHAL);
      }
      if (i == 0) octets.receives = 0;
      EXPECT_EQ(octets.receives, 0);
    }
  }
}

TEST(FragmentedMessage, ItsMemoryIsKeptForTheNextUntilTheReaderRests) {
  const auto spares = std::make_shared<ReceiveBufferCache>();
  MessageReader reader({.long_messages = spares});
  const Message stream = fragmented(long_one(), 100'000);
  const auto early = [&] {
    std::size_t sent = 0;
    EXPECT_TRUE(begin_streaming(reader, stream, sent));
    receive_rest(reader, stream, sent, 100'000);
    return reader.octets().data();
  };
  const std::byte* const first = early();
  EXPECT_EQ(early(), first);
  EXPECT_EQ(spares->octets(), 0U);
  reader.rest();
  EXPECT_GE(spares->octets(), long_one().size());
  EXPECT_EQ(early(), first);
  EXPECT_LT(spares->octets(), long_one().size());
  reader.rest();
  EXPECT_TRUE(spares->age());
  EXPECT_FALSE(spares->age());
  EXPECT_EQ(spares->octets(), 0U);
}

// Many messages follow one that never ends: each octet is moved a few times, however many messages there are.
TEST(FragmentedMessage, MessagesAfterItCostTimeInProportionToTheirNumber) {
  const Message stream = fragmented(long_one(), 100'000);
  const Message request = reply(9, 1000);
  for (const std::size_t count : {1000U, 4000U}) {
    Message line(stream.begin(), stream.begin() + 100'000);
    for (std::size_t i = 0; i < count; ++i) append(line, request);
    MessageReader reader;
    std::size_t sent = 0;
    ASSERT_TRUE(begin_streaming(reader, line, sent));
    receive_rest(reader, line, sent, ~std::size_t{0});
    ASSERT_EQ(sent, line.size());
    EXPECT_LE(reader.octets_moved(), 3 * count * request.size() + 200'000) << count;
    EXPECT_EQ(feed_rest(reader, line, sent, 1000).size(), count);
    EXPECT_LE(reader.octets_moved(), 4 * count * request.size() + 200'000) << count;
  }
}

// The same with a buffer that a long message has enlarged, and that messages and fragments fill.
TEST(FragmentedMessage, SmallFragmentsBetweenSmallMessagesCostTimeInProportionToTheirNumber) {
  const Message cut = fragmented(long_one(), 100'000);
  const Message fragments = fragmented(reply(id, 100'000), 24);
  const auto each = beginnings(fragments);
  Message stream(cut.begin(), cut.begin() + 100'000);
  for (std::size_t i = 2; i < each.size() - 1; ++i) {
    append(stream, reply(9, 1));
    stream.insert(stream.end(), fragments.begin() + static_cast<std::ptrdiff_t>(each[i - 1]),
                  fragments.begin() + static_cast<std::ptrdiff_t>(each[i]));
  }
  MessageReader reader;
  ASSERT_EQ(feed(reader, reply(3, 1'000'000), [] { return 0; }).size(), 1U);
  const auto before = reader.octets_moved();
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent));
  receive_rest(reader, stream, sent, ~std::size_t{0});
  ASSERT_EQ(sent, stream.size());
  EXPECT_LE(reader.octets_moved() - before, 4 * stream.size());
  EXPECT_EQ(feed_rest(reader, stream, sent, 1000).size(), each.size() - 3);
}

// Messages in one buffer are kept one after the other, as by threads that serve them at the same time.
TEST(FragmentedMessage, KeepingMessagesOfALineCopiesTheRestOfItOnce) {
  const Message cut = fragmented(long_one(), 100'000);
  const Message request = reply(9, 1000);
  constexpr std::size_t count = 2000;
  Message stream(cut.begin(), cut.begin() + 100'000);
  for (std::size_t i = 0; i < count; ++i) append(stream, request);
  append(stream, reply(10, 300'000));
  append(stream, request);
  MessageReader reader;
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent));
  receive_rest(reader, stream, sent, ~std::size_t{0});
  const auto before = reader.octets_moved();
  std::deque<MessageReader::Kept> kept;
  std::deque<OctetView> views;
  while (reader.next() == Progress::message) {
    views.push_back(reader.octets());
    kept.push_back(reader.keep());
    EXPECT_EQ(reader.octets_ahead() != 0, kept.size() < count + 2);
  }
  ASSERT_EQ(views.size(), count + 2);
  for (std::size_t i = 0; i < views.size(); ++i) {
    const Message expected = i == count ? reply(10, 300'000) : request;
    ASSERT_TRUE(std::ranges::equal(views[i], expected)) << i;
  }
  EXPECT_LE(reader.octets_moved() - before, 6 * stream.size());
  EXPECT_EQ(reader.octets_ahead(), 0U);
  EXPECT_EQ(feed(reader, request, [] { return 0; }).size(), 1U);
}

std::size_t resident_octets() {
  std::size_t all = 0;
  std::size_t resident = 0;
  std::ifstream("/proc/self/statm") >> all >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

// There is room for the longest message, but memory only for the received part.
TEST(FragmentedMessage, TakesLittleMemoryIfLittleOfItHasCome) {
  constexpr std::size_t octets = 70'000;
  constexpr std::size_t readers = 200;
  const Message stream = fragmented(long_one(), octets);
  const Message first(stream.begin(), stream.begin() + octets);
  std::deque<MessageReader> all;
  const std::size_t before = resident_octets();
  for (std::size_t i = 0; i < readers; ++i) EXPECT_TRUE(feed(all.emplace_back(), first, [] { return 0; }).empty());
  EXPECT_LT(resident_octets() - before, readers * octets * 12);
}

}  // namespace
}  // namespace dimma::iiop
