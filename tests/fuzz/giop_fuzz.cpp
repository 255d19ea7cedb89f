// A stream of octets for the GIOP reader. The first octet determines how the stream is cut; the resulting messages are
// the same as those of the uncut stream, and decoding each ends with a result or with CORBA::MARSHAL. Messages that are
// decoded while they arrive are complete in the end, or are not delivered. The same octets are also decoded as listen
// points, and as the stream of a bidirectional connection.

#include "iiop/bidirectional/message_router.hpp"
#include "iiop/giop/exception_text.hpp"
#include "iiop/giop/listen_points.hpp"
#include "iiop/message/fragment_plan.hpp"
#include "iiop/message/giop_reader.hpp"
#include "unit/iiop/message/read_message.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

namespace {

using namespace dimma;
using namespace dimma::iiop;

constexpr std::size_t message_octets_max = std::size_t{1} << 20;

void require(bool condition) {
  if (!condition) std::abort();
}

struct Heard {
  std::vector<std::vector<std::byte>> messages;
  bool fault = false;
  friend bool operator==(const Heard&, const Heard&) = default;
};

ReaderOptions options(std::size_t chunk_max, bool read_ahead, bool early) {
  ReaderOptions options{
      .message_octets_max = message_octets_max, .buffer_octets = 12 + chunk_max, .read_ahead = read_ahead};
  if (early) options.streaming_octets_min = 1;  // the minimum
  return options;
}

// Copies the next octets of the stream into the reader's space, at most chunk_max; returns their number.
std::size_t receive(std::span<std::byte> space, OctetView& stream, std::size_t chunk_max) {
  require(!space.empty());
  const std::size_t size = std::min({space.size(), stream.size(), chunk_max});
  std::memcpy(space.data(), stream.data(), size);
  stream = stream.subspan(size);
  return size;
}

void read(const MessageHeader& header, OctetView message) {
  try {
    require(test::read_message(header, message) <= message.size());
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
  }
}

Heard hear(OctetView stream, std::size_t chunk_max, bool read_ahead, bool keep, bool in_place = false) {
  MessageReader reader(options(chunk_max, read_ahead, in_place));
  Heard heard;
  while (true) {
    const Progress progress = reader.next();
    if (progress == Progress::fault) {
      require(reader.fault() && !reader.fault().text.empty());
      heard.fault = true;
      return heard;
    }
    if (progress == Progress::message) {
      const OctetView message = reader.octets();
      require(message.size() == reader.header().message_octets() && message.size() <= message_octets_max);
      read(reader.header(), message);
      if (!keep) {
        heard.messages.emplace_back(message.begin(), message.end());
        continue;
      }
      const MessageReader::Kept kept = reader.keep();
      heard.messages.emplace_back(message.begin(), message.end());
      continue;
    }
    if (progress == Progress::begun) continue;
    if (stream.empty()) return heard;
    reader.received(receive(reader.space(), stream, chunk_max));
  }
}

std::vector<std::vector<std::byte>> hear_early(OctetView stream, std::size_t chunk_max, bool read_ahead) {
  MessageReader reader(options(chunk_max, read_ahead, true));
  std::vector<std::vector<std::byte>> messages;
  const auto take = [&] {
    require(reader.octets().size() == reader.header().message_octets());
    messages.emplace_back(reader.octets().begin(), reader.octets().end());
  };
  while (true) {
    const Progress progress = reader.next();
    if (progress == Progress::fault) return messages;
    if (progress == Progress::message) take();
    if (progress == Progress::message) continue;
    if (reader.begin_streaming()) {
      const std::byte* const begin = reader.octets().data();
      while (reader.streaming() == MessageReader::Streaming::arriving) {
        if (stream.empty()) return messages;
        const std::byte* const there = reader.received_streaming(receive(reader.streaming_space(), stream, chunk_max));
        require(there >= begin && there <= reader.streaming_end());
      }
      if (reader.streaming() == MessageReader::Streaming::whole) take();
    } else if (progress == Progress::need_more) {
      if (stream.empty()) return messages;
      reader.received(receive(reader.space(), stream, chunk_max));
    }
  }
}

// Requires that a message which is cut into fragments is reassembled unchanged.
void cut_and_hear(std::vector<std::byte> message, std::size_t limit) {
  const std::vector<std::byte> before = message;
  FragmentPlan plan(message, limit);
  std::vector<std::byte> stream;
  for (const iovec& piece : plan.pieces()) {
    const auto* const first = static_cast<const std::byte*>(piece.iov_base);
    stream.insert(stream.end(), first, first + piece.iov_len);
  }
  const Heard heard = hear(stream, 4096, true, false);
  require(!heard.fault && heard.messages.size() == 1 && heard.messages[0] == before);
}

// Decodes a message again, and requires that its fragments are reassembled to the same.
void read_and_cut(const std::vector<std::byte>& message, std::size_t limit) {
  const auto parsed = parse_header(std::span(message).first<header_octets>(), message_octets_max);
  require(static_cast<bool>(parsed));
  // The message was assembled from GIOP 1.1 fragments, and its header still has their flag.
  if (parsed.header.more_fragments) return require(parsed.header.minor == 1);
  read(parsed.header, message);
  cut_and_hear(message, limit);
}

// Decodes listen points. Malformed ones are rejected with a reason; valid ones are within the limits.
void read_listen_points(OctetView data) {
  try {
    const auto points = decode_listen_points(data);
    require(points.size() <= listen_points_max);
    for (const auto& [host, port] : points) require(!host.empty() && port != 0);
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
  }
}

// A server's text about an exception, which is harmless with any octets. The octets are decoded as the data of
// the service context, and as the whole list of contexts.
void read_text_of_exception(OctetView data) {
  const auto require_harmless = [](const std::string& words) {
    require(words.size() <= exception_text_octets_max);
    require(std::ranges::none_of(words, [](char character) { return character == '\0' || character == '\x1b'; }));
  };
  cdr::Buffer buffer(64);
  cdr::Encoder out(buffer);
  const ServiceContext context{context_exception_text, data};
  write_service_contexts(out, {&context, 1});
  cdr::Decoder in(out.octets());
  require_harmless(read_exception_text(ServiceContexts(in)));
  try {
    cdr::Decoder list(data);
    require_harmless(read_exception_text(ServiceContexts(list)));
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
  }
}

// The part of the stream that each half of a bidirectional connection gets.
struct Routed {
  std::vector<std::byte> requests;
  std::vector<std::byte> replies;
  bool fault = false;
  friend bool operator==(const Routed&, const Routed&) = default;
};

Routed route(OctetView stream, ConnectionEnd end, bool has_replies, std::size_t chunk_max) {
  MessageRouter router(end);
  if (has_replies) router.begin_replies();
  Routed routed;
  const auto take = [&routed](MessageRouter::Halves to, OctetView run) {
    require(to != 0 && to <= (MessageRouter::requests | MessageRouter::replies));
    if ((to & MessageRouter::requests) != 0) routed.requests.insert(routed.requests.end(), run.begin(), run.end());
    if ((to & MessageRouter::replies) != 0) routed.replies.insert(routed.replies.end(), run.begin(), run.end());
  };
  while (!stream.empty() && !routed.fault) {
    const OctetView chunk = stream.first(std::min(chunk_max, stream.size()));
    stream = stream.subspan(chunk.size());
    routed.fault = !router.route(chunk, take);
    require(routed.fault == static_cast<bool>(router.fault()));
  }
  require(has_replies || routed.replies.empty());
  return routed;
}

void route_both_ways(OctetView stream, std::size_t chunk_max) {
  const std::size_t all = std::max<std::size_t>(stream.size(), 1);
  for (const auto end : {ConnectionEnd::originator, ConnectionEnd::acceptor}) {
    for (const bool has_replies : {false, true}) {
      require(route(stream, end, has_replies, chunk_max) == route(stream, end, has_replies, all));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t how = data[0];
  const OctetView stream(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const std::size_t chunk_max = 1 + how % 64;
  const std::size_t all = std::max<std::size_t>(stream.size(), 1);
  const bool read_ahead = (how & 64U) != 0;
  const Heard heard = hear(stream, chunk_max, read_ahead, (how & 128U) != 0);
  require(heard == hear(stream, all, true, false));
  require(hear(stream, chunk_max, read_ahead, (how & 128U) != 0, true) == hear(stream, all, true, false, true));
  for (const auto& message : hear_early(stream, chunk_max, read_ahead)) read_and_cut(message, how);
  for (const auto& message : heard.messages) read_and_cut(message, how);
  read_listen_points(stream);
  read_text_of_exception(stream);
  route_both_ways(stream, chunk_max);
  return 0;
}
