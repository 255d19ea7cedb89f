#pragma once
// The rules for fragments of messages (CORBA 3.3 part 2, 9.4.9).
//
// In GIOP 1.2, each fragment names the request that it belongs to, so several messages may be in progress at once. In
// GIOP 1.1 it does not, so only one message may be in progress, and alignment counts from the beginning of the
// fragment.

#include "iiop/giop/fault.hpp"
#include "iiop/giop/giop.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace dimma::iiop {

// In GIOP 1.2, the request id follows the header in each message that may be fragmented.
inline constexpr std::size_t request_id_at = header_octets;
inline constexpr std::size_t named_fragment_octets_min = request_id_at + 4;

inline bool names_its_request(const MessageHeader& header) noexcept { return header.minor >= 2; }
// Returns the request id of such a message or of a CancelRequest. Requires that 16 octets of the message have arrived.
std::uint32_t named_request(const MessageHeader& header, const std::byte* message) noexcept;
// Returns the length of the headers in front of a Fragment's data.
inline std::size_t fragment_header_octets(const MessageHeader& header) noexcept {
  return names_its_request(header) ? named_fragment_octets_min : header_octets;
}

// Offsets and flags within the 12 octets of a message's header.
inline constexpr std::size_t flags_offset = 6;
inline constexpr std::size_t type_offset = 7;
inline constexpr std::byte more_fragments_flag{2};
void set_size(std::byte* message, std::endian order, std::size_t message_octets) noexcept;
// Sets the more-fragments flag and the size.
void mark(std::byte* message, const MessageHeader& header) noexcept;

enum class FragmentOutcome : std::uint8_t {
  complete,    // the message is complete
  incomplete,  // accepted; more fragments follow
  stray,       // dropped: its message was cancelled, or the peer is faulty
  malformed,   // a fragment without its request id or of another byte order, or a message begun twice
  too_large,   // the messages in progress together exceed the limit
  too_many,    // too many messages in progress, or fragments of a GIOP 1.1 message
};
const char* describe(FragmentOutcome outcome) noexcept;
Fault fault_of(FragmentOutcome outcome);

}  // namespace dimma::iiop
