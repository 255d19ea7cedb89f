// A stream of octets into the GIOP reader. The first octet says how the stream is cut; however that is, the same
// messages come out as when it comes whole, and reading each ends in a result or in CORBA::MARSHAL.

#include "iiop/giop_reader.hpp"
#include "unit/iiop/read_message.hpp"

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

Heard hear(OctetView stream, std::size_t chunk_max, bool read_ahead, bool keep) {
  MessageReader reader(
      {.message_octets_max = message_octets_max, .buffer_octets = 12 + chunk_max, .read_ahead = read_ahead});
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
      if (!keep) {
        heard.messages.emplace_back(message.begin(), message.end());
        continue;
      }
      const MessageReader::Kept kept = reader.keep();
      heard.messages.emplace_back(message.begin(), message.end());
      continue;
    }
    if (stream.empty()) return heard;
    const auto space = reader.space();
    require(!space.empty());
    const std::size_t size = std::min({space.size(), stream.size(), chunk_max});
    std::memcpy(space.data(), stream.data(), size);
    reader.received(size);
    stream = stream.subspan(size);
  }
}

void read(const std::vector<std::byte>& message) {
  const auto parsed = parse_header(std::span(message).first<header_octets>(), message_octets_max);
  require(static_cast<bool>(parsed) && !parsed.header.more_fragments);
  try {
    require(test::read_message(parsed.header, message) <= message.size());
  } catch (const CORBA::MARSHAL& malformed) {
    require(!malformed._detail().empty());
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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::size_t how = data[0];
  const OctetView stream(reinterpret_cast<const std::byte*>(data) + 1, size - 1);
  const Heard heard = hear(stream, 1 + how % 64, (how & 64U) != 0, (how & 128U) != 0);
  require(heard == hear(stream, std::max<std::size_t>(stream.size(), 1), true, false));
  for (const auto& message : heard.messages) {
    read(message);
    cut_and_hear(message, how);
  }
  return 0;
}
