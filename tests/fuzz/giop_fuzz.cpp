// A stream of octets into the GIOP reader. The first octet says how the stream is cut; however that is, the same
// messages come out as when it comes whole, and reading each ends in a result or in CORBA::MARSHAL. Read early, while
// they arrive, messages are whole in the end, or not there.

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
  if (early) options.streaming_octets_min = 1;  // the least there is
  return options;
}

// Gives the reader what it has room for of the rest of the stream, so much at once; how much that was.
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
      require(!reader.fault().empty());
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

// Cut into fragments, a message comes back as it was.
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

// Reads one once more, and cuts it into fragments, in which it comes back as it was.
void read_and_cut(const std::vector<std::byte>& message, std::size_t limit) {
  const auto parsed = parse_header(std::span(message).first<header_octets>(), message_octets_max);
  require(static_cast<bool>(parsed));
  // Put together from fragments of 1.1, whose ends were behind it.
  if (parsed.header.more_fragments) return require(parsed.header.minor == 1);
  read(parsed.header, message);
  cut_and_hear(message, limit);
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
  return 0;
}
