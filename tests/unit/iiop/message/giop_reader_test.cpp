#include "iiop/message/giop_reader.hpp"

#include "iiop/giop/giop_reply.hpp"
#include "unit/iiop/message/reader_streams.hpp"
#include "unit/octets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <random>

using namespace dimma;
using namespace dimma::iiop;
using test::hexadecimal;
using test::octets;

namespace {

struct Stream {
  Message octets;
  std::vector<std::string> expected;
  void add(const Message& message) {
    append(octets, message);
    expected.push_back(hexadecimal(message));
  }
};

Stream mixed_stream() {
  Stream stream;
  stream.add(reply(1, 0));
  stream.add(reply(2, 5, 0, std::endian::big));
  stream.add(reply(3, 300));
  stream.add(reply(4, 9000, 1, std::endian::little));
  const Message whole = reply(5, 1000);
  append(stream.octets, fragmented(whole, 64));
  stream.expected.push_back(hexadecimal(whole));
  stream.add(octets("'GIOP' 0100 01 05 00000000"));
  return stream;
}

TEST(GiopHeader, AnotherProtocolIsNamedIfItIsKnown) {
  const auto said_of = [](std::string_view begin) {
    std::array<std::byte, header_octets> octets{};
    std::ranges::copy(std::as_bytes(std::span(begin)).first(std::min(begin.size(), octets.size())), octets.begin());
    return describe(HeaderFault::magic, octets);
  };
  EXPECT_EQ(said_of("HTTP/1.1 400"), "the peer speaks HTTP, not GIOP: it is not an ORB");
  EXPECT_EQ(said_of("GET / HTTP/1"), "the peer speaks HTTP, not GIOP: it is not an ORB");
  EXPECT_EQ(said_of("\x16\x03\x01"), "the peer speaks TLS, not GIOP: it is not an ORB");
  EXPECT_EQ(said_of("SSH-2.0-Open"), "the peer speaks SSH, not GIOP: it is not an ORB");
  EXPECT_EQ(said_of("GIOQ"), "a message that begins with 47 49 4f 51 instead of GIOP");
}

TEST(MessageReader, EveryChunkSizeGivesTheSameMessages) {
  const Stream stream = mixed_stream();
  for (const bool read_ahead : {true, false}) {
    for (const std::size_t buffer_octets : {std::size_t{12}, std::size_t{40}, std::size_t{4096}}) {
      for (const std::size_t chunk : {0U, 1U, 2U, 3U, 7U, 11U, 12U, 13U, 64U, 1000U, 100000U}) {
        MessageReader reader({.buffer_octets = buffer_octets, .read_ahead = read_ahead});
        EXPECT_EQ(feed(reader, stream.octets, [chunk] { return chunk; }), stream.expected);
      }
    }
  }
}

TEST(MessageReader, RandomChunks) {
  const Stream stream = mixed_stream();
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    MessageReader reader({.buffer_octets = 12 + seed % 100});
    EXPECT_EQ(feed(reader, stream.octets, [&] { return 1 + random() % 200; }), stream.expected);
  }
}

TEST(MessageReader, ZerosAreNoMessageLikeTheOneBefore) {
  for (const bool has_one_before : {false, true}) {
    MessageReader reader;
    Message stream = has_one_before ? fragmented(reply(1, 300), 64) : Message();
    stream.resize(stream.size() + 32);
    const auto given = feed(reader, stream, [] { return std::size_t{0}; });
    EXPECT_EQ(given.back(), "a message that begins with 00 00 00 00 instead of GIOP");
  }
}

// Each message has its own header, however similar the previous message is.
TEST(MessageReader, HeadersOfMessagesThatBeginAlike) {
  Stream stream;
  std::vector<MessageHeader> headers;
  const auto add = [&](const Message& message, const Message& sent) {
    append(stream.octets, sent);
    headers.push_back(
        parse_header(std::span<const std::byte, header_octets>(message.data(), header_octets), 1 << 20).header);
  };
  std::mt19937 random(1);
  for (std::uint32_t id = 0; id < 300; ++id) {
    const auto minor = static_cast<std::uint8_t>(id / 20 % 3);
    const auto order = random() % 5 == 0 ? std::endian::big : std::endian::little;
    const Message message = reply(id, random() % 500, minor, order);
    add(message, minor == 2 && random() % 6 == 0 ? fragmented(message, 64) : message);
  }
  MessageReader reader({.buffer_octets = 700});
  std::size_t sent = 0;
  for (const MessageHeader& header : headers) {
    while (true) {
      const Progress progress = reader.next();
      if (progress == Progress::message) break;
      ASSERT_NE(progress, Progress::fault);
      if (progress == Progress::begun) continue;
      const auto space = reader.space();
      const auto octets = std::min<std::size_t>({space.size(), 1 + random() % 900, stream.octets.size() - sent});
      std::memcpy(space.data(), stream.octets.data() + sent, octets);
      reader.received(octets);
      sent += octets;
    }
    EXPECT_EQ(reader.header().minor, header.minor);
    EXPECT_EQ(reader.header().order, header.order);
    EXPECT_EQ(reader.header().type, header.type);
    EXPECT_EQ(reader.header().message_octets(), reader.octets().size());
    EXPECT_FALSE(reader.header().more_fragments);
  }
}

TEST(MessageReader, OneReceivePerSmallMessageAndNoCopy) {
  MessageReader reader;
  for (std::uint32_t turn = 0; turn < 100; ++turn) {
    ASSERT_EQ(reader.next(), Progress::need_more);
    const Message message = reply(turn, 100);
    const auto space = reader.space();
    ASSERT_GE(space.size(), message.size());
    std::memcpy(space.data(), message.data(), message.size());
    reader.received(message.size());
    ASSERT_EQ(reader.next(), Progress::message);
    EXPECT_EQ(reader.octets().data(), space.data()) << "a view, not a copy";
    EXPECT_EQ(reader.octets_ahead(), 0U);
  }
}

TEST(MessageReader, WithoutReadAheadOnlyWhatTheMessageNeeds) {
  MessageReader reader({.read_ahead = false});
  const Message message = reply(1, 100);
  ASSERT_EQ(reader.next(), Progress::need_more);
  EXPECT_EQ(reader.space().size(), header_octets);
  std::memcpy(reader.space().data(), message.data(), header_octets);
  reader.received(header_octets);
  ASSERT_EQ(reader.next(), Progress::need_more);
  EXPECT_EQ(reader.space().size(), message.size() - header_octets);
}

TEST(MessageReader, RoomGrowsWithWhatArrivesAndNotWithWhatIsClaimed) {
  MessageReader reader({.buffer_octets = 64});
  const Message claim = octets("'GIOP' 0102 01 01 00ffff0f");  // almost 256 MiB
  ASSERT_EQ(reader.next(), Progress::need_more);
  std::memcpy(reader.space().data(), claim.data(), claim.size());
  reader.received(claim.size());
  std::size_t got = claim.size();
  for (int turn = 0; turn < 8; ++turn) {
    ASSERT_EQ(reader.next(), Progress::need_more);
    const std::size_t room = reader.space().size();
    ASSERT_LE(room + got, std::max<std::size_t>(65536, 2 * got));
    std::memset(reader.space().data(), 0, room);
    reader.received(room);
    got += room;
  }
}

TEST(MessageReader, FaultsAreReportedAndStay) {
  for (const std::string text :
       {"'GET / HTTP/1.1'", "'G' 00", "'GIOP' 0203 00 00 00000000", "'GIOP' 0102 01 01 ffffffff",
        "'GIOP' 0102 01 07 00000000", "'GIOP' 0102 03 00 00000000"}) {
    MessageReader reader;
    const auto messages = feed(reader, octets(text), [] { return 0; });
    ASSERT_EQ(messages.size(), 1U) << text;
    EXPECT_FALSE(messages[0].empty());
    EXPECT_EQ(reader.next(), Progress::fault);
  }
  MessageReader reader;
  Message stream = reply(1, 1);
  append(stream, octets("'GIOQ' 0102 01 01 00000000"));
  const auto messages = feed(reader, stream, [] { return 0; });
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[1], "a message that begins with 47 49 4f 51 instead of GIOP");
}

TEST(MessageReader, CancelDiscardsAHalfReceivedRequest) {
  const Message whole = reply(5, 1000);
  const Message pieces = fragmented(whole, 256);
  Message stream(pieces.begin(), pieces.begin() + 256);
  append(stream, octets("'GIOP' 0102 01 02 04000000 05000000"));
  append(stream, fragmented(whole, 256));  // the same id is free again
  MessageReader reader;
  const auto messages = feed(reader, stream, [] { return 0; });
  ASSERT_EQ(messages.size(), 2U);
  EXPECT_EQ(messages[1], hexadecimal(whole));
}

TEST(MessageReader, AFragmentOfNothingIsDropped) {
  Message stream = octets("'GIOP' 0102 01 07 05000000 09000000 00");
  const Message next = reply(1, 3);
  append(stream, next);
  MessageReader reader;
  EXPECT_EQ(feed(reader, stream, [] { return 0; }), std::vector<std::string>{hexadecimal(next)});
}

TEST(MessageReader, KeptMessagesOutliveTheReader) {
  Message stream = reply(1, 50);
  const Message second = reply(2, 6000);
  append(stream, second);
  const Message third = reply(3, 10);
  append(stream, third);
  const Message whole = reply(4, 500);
  append(stream, fragmented(whole, 128));
  std::size_t sent = 0;
  std::vector<MessageReader::Kept> kept;
  std::vector<std::span<const std::byte>> views;
  {
    MessageReader reader({.buffer_octets = 128});
    while (views.size() < 4) {
      const Progress progress = reader.next();
      ASSERT_NE(progress, Progress::fault);
      if (progress == Progress::message) {
        views.push_back(reader.octets());
        kept.push_back(reader.keep());
        continue;
      }
      ASSERT_LT(sent, stream.size());
      const auto space = reader.space();
      const std::size_t octets = std::min(space.size(), stream.size() - sent);
      std::memcpy(space.data(), stream.data() + sent, octets);
      reader.received(octets);
      sent += octets;
    }
  }
  EXPECT_EQ(hexadecimal(views[0]), hexadecimal(reply(1, 50)));
  EXPECT_EQ(hexadecimal(views[1]), hexadecimal(second));
  EXPECT_EQ(hexadecimal(views[2]), hexadecimal(third));
  EXPECT_EQ(hexadecimal(views[3]), hexadecimal(whole));
}

TEST(MessageReader, GivesALongMessageBeforeItIsWhole) {
  for (const bool read_ahead : {true, false}) {
    const Message first = reply(1, 10);
    const Message second = reply(2, 700'000);
    Message stream = first;
    append(stream, second);
    append(stream, first);
    MessageReader reader({.read_ahead = read_ahead});
    std::size_t sent = 0;
    EXPECT_FALSE(begin_streaming(reader, stream, sent));
    EXPECT_EQ(hexadecimal(reader.octets()), hexadecimal(first));
    ASSERT_TRUE(begin_streaming(reader, stream, sent));
    EXPECT_EQ(reader.header().message_octets(), second.size());
    const std::byte* const begin = reader.octets().data();
    EXPECT_LT(reader.octets().size(), second.size());
    EXPECT_TRUE(std::equal(reader.octets().begin(), reader.octets().end(), second.begin()));
    receive_rest(reader, stream, sent, 100'000);
    EXPECT_EQ(reader.octets().data(), begin);
    EXPECT_EQ(Message(reader.octets().begin(), reader.octets().end()), second);
    EXPECT_FALSE(begin_streaming(reader, stream, sent));
    EXPECT_EQ(hexadecimal(reader.octets()), hexadecimal(first));
  }
}

TEST(MessageReader, AMessageGivenEarlyCanBeKeptWhenItIsWhole) {
  const Message long_one = reply(1, 700'000);
  const Message stream = long_one;
  MessageReader reader;
  std::size_t sent = 0;
  ASSERT_TRUE(begin_streaming(reader, stream, sent));
  receive_rest(reader, stream, sent, 1);
  const auto octets = reader.octets();
  const auto kept = reader.keep();
  EXPECT_EQ(Message(octets.begin(), octets.end()), long_one);
  EXPECT_EQ(feed(reader, reply(3, 4), [] { return 0; }).size(), 1U);
}

// The rest is not read, or is read by another thread.
TEST(MessageReader, TheRestOfAMessageGivenEarlyIsPassedOver) {
  const Message next = reply(2, 300'000);
  for (const bool takes_back : {false, true}) {
    Message stream = reply(1, 700'000);
    append(stream, next);
    MessageReader reader;
    std::size_t sent = 0;
    ASSERT_TRUE(begin_streaming(reader, stream, sent));
    if (takes_back) reader.take_back_streaming();
    const auto messages = feed_rest(reader, stream, sent, 1000);
    ASSERT_EQ(messages.size(), takes_back ? 2U : 1U);
    EXPECT_TRUE(messages.back() == hexadecimal(next));
  }
}

TEST(MessageReader, GivesNothingEarlyOfWhatMayNotBeMeantSo) {
  const Message short_one = reply(1, 200'000);
  MessageReader reader({.read_ahead = false});
  std::size_t sent = 0;
  EXPECT_FALSE(begin_streaming(reader, short_one, sent));
  // A claim of 256 MiB with 64 KiB received is not trusted: the buffer would have to be allocated first.
  Message claim = reply(1, 100'000);
  claim[11] = std::byte{0x0f};
  MessageReader careful;
  feed(careful, claim, [] { return 0; });
  EXPECT_FALSE(careful.begin_streaming());
}

TEST(MessageReader, ALongMessageDoesNotLeaveALongBuffer) {
  MessageReader reader({.buffer_octets = 256});
  Message stream = reply(1, 100'000);
  feed(reader, stream, [] { return 0; });
  for (std::uint32_t turn = 0; turn < 20; ++turn) feed(reader, reply(turn, 1), [] { return 0; });
  EXPECT_EQ(reader.space().size(), 256U);
}

TEST(MessageReader, KeepsItsRoomBetweenLongMessagesUntilItRests) {
  MessageReader reader({.buffer_octets = 256});
  const Message message = reply(1, 100'000);
  EXPECT_EQ(feed(reader, message, [] { return 0; }).size(), 1U);
  EXPECT_GE(reader.space().size(), message.size());
  reader.rest();
  EXPECT_EQ(reader.next(), Progress::need_more);
  EXPECT_EQ(reader.space().size(), 256U);
}

TEST(MessageReader, PassesTheRoomOfLongMessagesOnWhenItRests) {
  const auto spares = std::make_shared<ReceiveBufferCache>();
  const Message message = reply(1, 100'000);
  const std::size_t room = [&] {
    MessageReader reader({.buffer_octets = 256, .long_messages = spares});
    EXPECT_EQ(feed(reader, message, [] { return 0; }).size(), 1U);
    EXPECT_EQ(spares->octets(), 0U);
    reader.rest();
    return spares->octets();
  }();
  EXPECT_GE(room, message.size());
  MessageReader other({.buffer_octets = 256, .long_messages = spares});
  const Message begin(message.begin(), message.begin() + 200);
  EXPECT_TRUE(feed(other, begin, [] { return 0; }).empty());
  EXPECT_GE(other.space().size(), message.size() - begin.size());  // without growing step by step
  EXPECT_EQ(spares->octets(), 0U);
  const Message end(message.begin() + 200, message.end());
  EXPECT_EQ(feed(other, end, [] { return 0; }), std::vector<std::string>{hexadecimal(message)});
}

TEST(MessageReader, GoesOnWithTheBufferOfAMessageThatSomebodyKept) {
  const ReaderOptions options{.buffer_octets = 256};
  MessageReader reader(options);
  std::optional<cdr::Buffer> spare(MessageReader::ordinary_buffer(options));
  const std::byte* buffers[] = {reader.space().data(), spare->data()};
  for (std::uint32_t id = 0; id < 6; ++id) {
    const Message message = reply(id, 50);
    const auto space = reader.space();
    EXPECT_EQ(space.data(), buffers[id % 2]);
    std::memcpy(space.data(), message.data(), message.size());
    reader.received(message.size());
    ASSERT_EQ(reader.next(), Progress::message);
    const auto octets = reader.octets();
    auto kept = reader.keep(&spare);
    EXPECT_FALSE(spare);
    EXPECT_EQ(hexadecimal(octets), hexadecimal(message));
    spare = kept.take_ordinary();
    ASSERT_TRUE(spare);
    EXPECT_FALSE(kept.take_ordinary());
  }
  EXPECT_EQ(feed(reader, reply(9, 1'000), [] { return 0; }).size(), 1U) << "grows as ever";
}

TEST(MessageReader, PassesTheRoomOfALongMessageOnThatSomebodyKept) {
  const auto spares = std::make_shared<ReceiveBufferCache>();
  MessageReader reader({.buffer_octets = 256, .long_messages = spares});
  for (const std::size_t octets : {100U, 100'000U}) {
    const Message message = reply(1, octets);
    std::optional<MessageReader::Kept> kept;
    for (std::size_t given = 0; !kept;) {
      if (reader.next() == Progress::message) {
        kept.emplace(reader.keep());
        break;
      }
      const auto space = reader.space();
      const std::size_t more = std::min(space.size(), message.size() - given);
      std::memcpy(space.data(), message.data() + given, more);
      reader.received(more);
      given += more;
    }
    EXPECT_EQ(spares->octets(), 0U);
    kept.reset();
    EXPECT_EQ(spares->octets() != 0, octets > 256);
  }
}

TEST(ReceiveBufferCache, GivesTheSmallestThatDoes) {
  ReceiveBufferCache spares;
  EXPECT_FALSE(spares.take(1));
  for (const std::size_t octets : {30'000U, 10'000U, 20'000U}) spares.give(cdr::Buffer(octets));
  EXPECT_EQ(spares.take(10'001)->capacity(), 20'000U);
  EXPECT_EQ(spares.take(10'001)->capacity(), 30'000U);
  EXPECT_FALSE(spares.take(10'001));
  EXPECT_EQ(spares.octets(), 10'000U);
}

TEST(ReceiveBufferCache, KeepsNoMoreThanItMay) {
  ReceiveBufferCache spares;
  constexpr std::size_t half = ReceiveBufferCache::octets_max / 2;
  spares.give(cdr::Buffer(half));
  spares.give(cdr::Buffer(half + 1));
  EXPECT_EQ(spares.octets(), half);
  spares.give(cdr::Buffer(half));
  EXPECT_EQ(spares.octets(), 2 * half);
}

TEST(ReceiveBufferCache, LetsGoWhatNobodyTakes) {
  ReceiveBufferCache spares;
  spares.give(cdr::Buffer(1000));
  spares.give(cdr::Buffer(2000));
  EXPECT_TRUE(spares.age());
  spares.give(*spares.take(2000));
  EXPECT_TRUE(spares.age());
  EXPECT_EQ(spares.octets(), 2000U);
  EXPECT_FALSE(spares.age());
  EXPECT_EQ(spares.octets(), 0U);
}

TEST(MessageReader, RestsOnlyBetweenMessages) {
  MessageReader reader({.buffer_octets = 256});
  const Message message = reply(1, 100'000);
  const Message begin(message.begin(), message.begin() + 50'000);
  EXPECT_TRUE(feed(reader, begin, [] { return 0; }).empty());
  reader.rest();
  const Message end(message.begin() + 50'000, message.end());
  EXPECT_EQ(feed(reader, end, [] { return 0; }), std::vector<std::string>{hexadecimal(message)});
}

TEST(MessageReader, UsesTheRoomOfAFragmentedMessageForTheNext) {
  MessageReader reader;
  for (const std::size_t size : {20'000U, 500U, 20'000U, 90'000U, 0U, 300U}) {
    const Message whole = reply(7, size);
    EXPECT_EQ(feed(reader, fragmented(whole, 256), [] { return 0; }), std::vector<std::string>{hexadecimal(whole)});
    if (size == 500U) reader.rest();
  }
}

}  // namespace
