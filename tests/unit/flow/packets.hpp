#pragma once
// Packets for the tests, as a producer would make them.

#include "flow/wire/packet.hpp"
#include "flow/wire/report.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::flow {

using Octets = std::vector<std::byte>;

inline OctetView octets_of(std::string_view text) { return std::as_bytes(std::span(text)); }

struct MessageSpec {
  std::uint64_t flow = 7;
  std::uint64_t sequence = 0;
  std::string body = "body";
  bool settles = true;
  std::uint16_t fragment_octets = 60'000;
  std::uint16_t operation = 0;
  std::string key = "key";
  std::string name = "note";
  std::uint64_t timestamp = 0;
  std::endian order = std::endian::native;
  bool report_wanted = false;
};

inline Octets packet_of(const Header& header, const Identity& identity, OctetView payload) {
  Octets octets(header_octets);
  write_header(octets.data(), header);
  if (header.has_identity) {
    octets.resize(header_octets + identity_octets(identity));
    write_identity(octets.data() + header_octets, identity, header.order);
  }
  octets.insert(octets.end(), payload.begin(), payload.end());
  return octets;
}

// The packets of one message, in order.
inline std::vector<Octets> packets_of(const MessageSpec& message) {
  Header header{.order = message.order,
                .report_wanted = message.report_wanted,
                .operation = message.operation,
                .flow = message.flow,
                .sequence = message.sequence,
                .timestamp = message.timestamp,
                .message_octets = static_cast<std::uint32_t>(message.body.size()),
                .fragment_octets = message.fragment_octets};
  std::vector<Octets> packets;
  const std::uint32_t count = header.fragment_count();
  const OctetView body = octets_of(message.body);
  for (std::uint32_t i = 0; i < count; ++i) {
    header.fragment = static_cast<std::uint16_t>(i);
    header.has_identity = i == 0 && message.settles;
    const std::size_t from = std::size_t{i} * message.fragment_octets;
    const std::size_t size = std::min<std::size_t>(message.fragment_octets, body.size() - from);
    packets.push_back(packet_of(header, {octets_of(message.key), message.name}, body.subspan(from, size)));
  }
  return packets;
}

inline Octets question(Kind kind, std::uint64_t flow, std::uint64_t next) {
  const auto packet = write_ask({.kind = kind, .flow = flow, .sequence = next});
  return {packet.begin(), packet.end()};
}

}  // namespace dimma::flow
