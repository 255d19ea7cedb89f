#pragma once
// The rules for fragments of messages (CORBA 3.3 part 2, 9.4.9).
//
// From GIOP 1.2 on each fragment names the request that it belongs to, so that several messages may be in progress at
// once. A fragment of GIOP 1.1 does not, so that only one may, and its alignment counts from the fragment's beginning.

#include "iiop/giop/fault.hpp"
#include "iiop/giop/giop.hpp"

#include <bit>
#include <cstddef>
#include <cstdint>

namespace dimma::iiop {

// From GIOP 1.2 on: the request id follows the header in each message that may be in fragments.
inline constexpr std::size_t request_id_at = header_octets;
inline constexpr std::size_t named_fragment_octets_min = request_id_at + 4;

inline bool names_its_request(const MessageHeader& header) noexcept { return header.minor >= 2; }
// The id of the request that such a message belongs to, or that a CancelRequest names. Requires 16 octets of it.
std::uint32_t named_request(const MessageHeader& header, const std::byte* message) noexcept;
// The length of the headers in front of a Fragment's data.
inline std::size_t fragment_header_octets(const MessageHeader& header) noexcept {
  return names_its_request(header) ? named_fragment_octets_min : header_octets;
}

// Offsets and flags within the 12 octets of a message's header.
inline constexpr std::size_t flags_offset = 6;
inline constexpr std::size_t type_offset = 7;
inline constexpr std::byte more_fragments_flag{2};
void set_size(std::byte* message, std::endian order, std::size_t message_octets) noexcept;
// Sets whether more fragments follow, and the size.
void mark(std::byte* message, const MessageHeader& header) noexcept;

enum class FragmentOutcome : std::uint8_t {
  complete,    // the message is whole
  incomplete,  // taken; more is to come
  stray,       // a fragment of no message in progress: one that was cancelled, or a fault of the peer. Dropped
  malformed,   // a fragment without its request id, of another byte order, or a message begun twice
  too_large,   // all that is in progress together is above the limit
  too_many,    // too many messages in progress, or fragments of a message of GIOP 1.1
};
const char* describe(FragmentOutcome outcome) noexcept;
Fault fault_of(FragmentOutcome outcome);

}  // namespace dimma::iiop
