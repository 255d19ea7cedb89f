#pragma once
// The packets of the flow protocol (docs/reference/flow-protocol.md), each the contents of one datagram.
//
//   offset  octets
//        0       2  'D' 'F'
//        2       1  version: 1
//        3       1  kind
//        4       1  flags
//        5       1  zero
//        6       2  operation number
//        8       8  flow
//       16       8  sequence number of the message
//       24       8  timestamp, ns
//       32       4  octets of the message's body
//       36       2  octets of the body in each packet except the last
//       38       2  index of this packet in its message
//       40          identity, if flagged: key length 2, name length 2, key, name, zeros up to a multiple of 8
//                   then the body's octets, or a report's numbers
//
// No function here throws because of a peer's octets, allocates, or keeps a view.

#include "channel/channel.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace dimma::flow {

using OctetView = std::span<const std::byte>;

inline constexpr std::uint8_t version = 1;
inline constexpr std::size_t header_octets = 40;
// Limit of an identity in a packet, chosen so that an identity always fits and leaves room for a body.
inline constexpr std::size_t identity_octets_max = 1024;
inline constexpr std::size_t operations_max = 256;  // per flow; operation numbers are lower than this
inline constexpr std::size_t report_numbers = 14;   // numbers in a report, 8 octets each (report.hpp)
inline constexpr std::size_t report_octets = report_numbers * 8;

enum class Kind : std::uint8_t { data = 1, ask = 2, report = 3, end = 4 };

struct Header {
  Kind kind = Kind::data;
  std::endian order = std::endian::native;
  bool report_wanted = false;
  bool has_identity = false;
  std::uint16_t operation = 0;
  std::uint64_t flow = 0;
  std::uint64_t sequence = 0;   // in ask and end: the number of the next message
  std::uint64_t timestamp = 0;  // from the producer's clock; in a report, that of the ask that it answers
  std::uint32_t message_octets = 0;
  std::uint16_t fragment_octets = 0;
  std::uint16_t fragment = 0;

  friend bool operator==(const Header&, const Header&) = default;

  // Valid for a data packet that parse() has accepted.
  std::uint32_t fragment_count() const noexcept {
    return message_octets <= fragment_octets ? 1 : (message_octets + fragment_octets - 1) / fragment_octets;
  }
};

// The constant properties of a flow and of one of its operation numbers: the object that the flow goes to, and the
// operation that the header's number stands for.
struct Identity {
  OctetView object_key;
  std::string_view operation;
};

struct Packet {
  Header header;
  Identity identity;  // views into the datagram
  OctetView payload;
};

// Parses a datagram into `packet`. Returns nullptr if it is valid, and all its lengths are consistent. Otherwise
// returns the fault, as a constant text that does not depend on the octets, so that faults can be counted and reported
// without copying.
const char* parse(OctetView datagram, std::size_t message_octets_max, Packet& packet) noexcept;

// Writes the header to `into[0, header_octets)`.
void write_header(std::byte* into, const Header& header) noexcept;

// Changes the timestamp in a header that has been written.
void write_timestamp(std::byte* header, std::uint64_t timestamp, std::endian order) noexcept;

// Returns the size of an identity in a packet in octets, including padding.
std::size_t identity_octets(const Identity& identity) noexcept;
// Writes the identity to `into[0, identity_octets(identity))`.
void write_identity(std::byte* into, const Identity& identity, std::endian order) noexcept;

}  // namespace dimma::flow
