#pragma once
// Streams of GIOP messages, and functions that feed them to a MessageReader.

#include "iiop/giop/giop_reply.hpp"
#include "iiop/message/fragment_plan.hpp"
#include "iiop/message/giop_reader.hpp"
#include "unit/octets.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace dimma::iiop {

using Message = std::vector<std::byte>;

// A reply with that many octets of body, all different from their neighbours.
inline Message reply(std::uint32_t request_id, std::size_t body_octets, std::uint8_t minor = 2,
                     std::endian order = std::endian::native) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer, order);
  const BodyMark body = begin_reply(out, minor, request_id, ReplyStatus::no_exception);
  for (std::size_t i = 0; i < body_octets; ++i) out.put(static_cast<std::uint8_t>(i * 7));
  end_message(out, body);
  return {out.octets().begin(), out.octets().end()};
}

inline Message fragmented(Message message, std::size_t limit) {
  FragmentPlan plan(message, limit);
  Message stream;
  for (const iovec& piece : plan.pieces()) {
    const auto* const first = static_cast<const std::byte*>(piece.iov_base);
    stream.insert(stream.end(), first, first + piece.iov_len);
  }
  return stream;
}

inline void append(Message& stream, const Message& message) {
  stream.insert(stream.end(), message.begin(), message.end());
}

// Feeds a stream to a reader, in chunks of the sizes that `next_chunk` returns (0: as much as there is room for).
// Returns the messages.
template <class NextChunk>
std::vector<std::string> feed(MessageReader& reader, const Message& stream, NextChunk next_chunk) {
  std::vector<std::string> messages;
  std::size_t sent = 0;
  while (true) {
    while (true) {
      const Progress progress = reader.next();
      if (progress == Progress::message) {
        EXPECT_EQ(reader.header().message_octets(), reader.octets().size());
        messages.push_back(test::hexadecimal(reader.octets()));
      }
      if (progress == Progress::fault) messages.push_back(reader.fault().text);
      if (progress == Progress::fault) return messages;
      if (progress == Progress::need_more) break;
    }
    if (sent == stream.size()) return messages;
    const auto space = reader.space();
    EXPECT_FALSE(space.empty());
    const std::size_t chunk = next_chunk();
    const std::size_t octets = std::min({chunk == 0 ? space.size() : chunk, space.size(), stream.size() - sent});
    std::memcpy(space.data(), stream.data() + sent, octets);
    reader.received(octets);
    sent += octets;
  }
}

// The same for the octets of a stream after the first `sent` ones, `at_once` octets at a time.
inline std::vector<std::string> feed_rest(MessageReader& reader, const Message& stream, std::size_t sent,
                                          std::size_t at_once) {
  const Message rest(stream.begin() + static_cast<std::ptrdiff_t>(sent), stream.end());
  return feed(reader, rest, [at_once] { return at_once; });
}

// Receives `at_once` octets at a time until the reader returns a message early or as a whole. Returns true if it was
// early.
inline bool begin_streaming(MessageReader& reader, const Message& stream, std::size_t& sent,
                            std::size_t at_once = ~std::size_t{0}) {
  for (;;) {
    const Progress progress = reader.next();
    if (progress == Progress::message || progress == Progress::fault) return false;
    if (reader.begin_streaming()) return true;
    if (progress == Progress::begun) continue;
    const auto space = reader.space();
    const std::size_t octets = std::min({space.size(), at_once, stream.size() - sent});
    std::memcpy(space.data(), stream.data() + sent, octets);
    reader.received(octets);
    sent += octets;
    if (octets == 0) return false;
  }
}
inline void receive_rest(MessageReader& reader, const Message& stream, std::size_t& sent, std::size_t at_once) {
  while (reader.streaming() == MessageReader::Streaming::arriving && sent != stream.size()) {
    const auto space = reader.streaming_space();
    const std::size_t octets = std::min({space.size(), at_once, stream.size() - sent});
    std::memcpy(space.data(), stream.data() + sent, octets);
    sent += octets;
    reader.received_streaming(octets);
  }
}

}  // namespace dimma::iiop
