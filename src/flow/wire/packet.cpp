#include "flow/wire/packet.hpp"

#include "flow/wire/octets.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

constexpr std::byte first_octet{'D'};
constexpr std::byte second_octet{'F'};
constexpr std::uint8_t flag_little = 1;
constexpr std::uint8_t flag_identity = 2;
constexpr std::uint8_t flag_report_wanted = 4;
constexpr std::uint8_t flags_known = flag_little | flag_identity | flag_report_wanted;
constexpr std::size_t identity_lengths = 4;
constexpr std::uint32_t fragments_max = 0x10000;

constexpr std::size_t up_to_eight(std::size_t octets) noexcept { return (octets + 7) & ~std::size_t{7}; }

const char* parse_header(OctetView datagram, Header& header) noexcept {
  if (datagram.size() < header_octets) return "shorter than a header";
  const std::byte* const at = datagram.data();
  if (at[0] != first_octet || at[1] != second_octet) return "not of the flow protocol";
  if (std::to_integer<std::uint8_t>(at[2]) != version) return "of another version";
  const auto kind = std::to_integer<std::uint8_t>(at[3]);
  if (kind < static_cast<std::uint8_t>(Kind::data) || kind > static_cast<std::uint8_t>(Kind::end)) {
    return "of an unknown kind";
  }
  const auto flags = std::to_integer<std::uint8_t>(at[4]);
  if ((flags & ~flags_known) != 0 || at[5] != std::byte{0}) return "unknown flags";
  header.kind = static_cast<Kind>(kind);
  header.order = (flags & flag_little) != 0 ? std::endian::little : std::endian::big;
  header.has_identity = (flags & flag_identity) != 0;
  header.report_wanted = (flags & flag_report_wanted) != 0;
  header.operation = load<std::uint16_t>(at + 6, header.order);
  header.flow = load<std::uint64_t>(at + 8, header.order);
  header.sequence = load<std::uint64_t>(at + 16, header.order);
  header.timestamp = load<std::uint64_t>(at + 24, header.order);
  header.message_octets = load<std::uint32_t>(at + 32, header.order);
  header.fragment_octets = load<std::uint16_t>(at + 36, header.order);
  header.fragment = load<std::uint16_t>(at + 38, header.order);
  return nullptr;
}

const char* parse_identity(Packet& packet) noexcept {
  if (packet.header.fragment != 0) return "an identity that is not in a message's first packet";
  OctetView& rest = packet.payload;
  if (rest.size() < identity_lengths) return "a truncated identity";
  const std::size_t key = load<std::uint16_t>(rest.data(), packet.header.order);
  const std::size_t name = load<std::uint16_t>(rest.data() + 2, packet.header.order);
  const std::size_t octets = up_to_eight(identity_lengths + key + name);
  if (octets > identity_octets_max) return "an identity that is too long";
  if (octets > rest.size()) return "a truncated identity";
  if (name == 0) return "an operation without a name";
  packet.identity.object_key = rest.subspan(identity_lengths, key);
  packet.identity.operation = {reinterpret_cast<const char*>(rest.data()) + identity_lengths + key, name};
  rest = rest.subspan(octets);
  return nullptr;
}

const char* check_data(const Packet& packet, std::size_t message_octets_max) noexcept {
  const Header& header = packet.header;
  if (header.operation >= operations_max) return "an operation number that is too large";
  if (header.message_octets > message_octets_max) return "a message that is too long";
  if (header.fragment_octets == 0 && header.message_octets != 0) return "a message in packets of no octets";
  const std::uint32_t count = header.fragment_count();
  if (count > fragments_max) return "a message in too many packets";
  if (header.fragment >= count) return "a packet after the last of its message";
  const std::size_t before = std::size_t{header.fragment} * header.fragment_octets;
  const bool is_last = header.fragment + 1U == count;
  const std::size_t expected = is_last ? header.message_octets - before : header.fragment_octets;
  return packet.payload.size() == expected ? nullptr : "a packet whose length differs from its header";
}

}  // namespace

const char* parse(OctetView datagram, std::size_t message_octets_max, Packet& packet) noexcept {
  packet = {};
  if (const char* const fault = parse_header(datagram, packet.header)) return fault;
  packet.payload = datagram.subspan(header_octets);
  if (packet.header.kind != Kind::data) {
    if (packet.header.has_identity) return "an identity in a packet without a message";
    if (packet.payload.size() < report_octets) return "shorter than a report";
    return nullptr;
  }
  if (packet.header.has_identity) {
    if (const char* const fault = parse_identity(packet)) return fault;
  }
  return check_data(packet, message_octets_max);
}

void write_header(std::byte* into, const Header& header) noexcept {
  std::uint8_t flags = header.order == std::endian::little ? flag_little : std::uint8_t{0};
  if (header.has_identity) flags |= flag_identity;
  if (header.report_wanted) flags |= flag_report_wanted;
  into[0] = first_octet;
  into[1] = second_octet;
  into[2] = std::byte{version};
  into[3] = static_cast<std::byte>(header.kind);
  into[4] = std::byte{flags};
  into[5] = std::byte{0};
  store(into + 6, header.operation, header.order);
  store(into + 8, header.flow, header.order);
  store(into + 16, header.sequence, header.order);
  store(into + 24, header.timestamp, header.order);
  store(into + 32, header.message_octets, header.order);
  store(into + 36, header.fragment_octets, header.order);
  store(into + 38, header.fragment, header.order);
}

void write_timestamp(std::byte* header, std::uint64_t timestamp, std::endian order) noexcept {
  store(header + 24, timestamp, order);
}

std::size_t identity_octets(const Identity& identity) noexcept {
  return up_to_eight(identity_lengths + identity.object_key.size() + identity.operation.size());
}

void write_identity(std::byte* into, const Identity& identity, std::endian order) noexcept {
  const std::size_t key = identity.object_key.size();
  const std::size_t name = identity.operation.size();
  store(into, static_cast<std::uint16_t>(key), order);
  store(into + 2, static_cast<std::uint16_t>(name), order);
  std::byte* at = std::copy_n(identity.object_key.data(), key, into + identity_lengths);
  at = std::copy_n(reinterpret_cast<const std::byte*>(identity.operation.data()), name, at);
  std::fill(at, into + identity_octets(identity), std::byte{0});
}

}  // namespace dimma::flow
