#pragma once
// A long message in fragments of GIOP 1.2 (CORBA 3.3 part 2, 9.4.9) that is read while they arrive: its octets behind
// each other without the fragments' headers, in memory that does not move. How long it will be only its last fragment
// says.

#include "iiop/giop/giop.hpp"
#include "iiop/message/reserved_pages.hpp"

#include <cstddef>
#include <cstdint>
#include <span>

namespace dimma::iiop {

// A state machine without I/O. Not thread safe.
class InPlaceReassembly {
 public:
  static constexpr std::size_t fragment_header_octets = header_octets + 4;
  // Room for a message of so many octets, and for the header of a fragment received behind it.
  static std::size_t memory_octets(std::size_t message_octets_max) noexcept {
    return message_octets_max + fragment_header_octets;
  }

  // Whether a message that begins like that may be one.
  static bool may_be(const MessageHeader& header) noexcept {
    return header.more_fragments && header.minor >= 2 &&
           (header.type == MessageType::request || header.type == MessageType::reply);
  }

  // `first`: what there is of the first fragment, its header and request id at least. `memory` has room for the longest
  // message that there may be.
  InPlaceReassembly(const MessageHeader& header, OctetView first, std::size_t message_octets_max,
                    ReservedPages memory) noexcept;

  // What there is of it, and where it ends or would end at the latest.
  OctetView octets() const noexcept { return {memory_.data(), octets_}; }
  const std::byte* end_at_max() const noexcept {
    return memory_.data() + (is_last_ ? octets_ + fragment_left_ : message_octets_max_);
  }
  // Of its memory, that were ever written to.
  std::size_t octets_used() const noexcept { return memory_.used(); }
  bool is_whole() const noexcept { return is_last_ && fragment_left_ == 0; }
  // Makes a whole one what it were if it had come in one piece; gives its header.
  MessageHeader unite() noexcept;

  // Octets that the fragment in progress lacks. Without any a fragment's header is the next that is to come.
  std::size_t fragment_left() const noexcept { return fragment_left_; }
  // Where they belong; behind them is room for the header of a fragment that follows, if one does.
  std::byte* room() noexcept { return memory_.data() + octets_; }
  bool is_last_fragment() const noexcept { return is_last_; }
  // So many of them are there.
  void filled(std::size_t octets) noexcept;

  // Whether a Fragment or a CancelRequest, of which 16 octets are there, is of this message.
  bool is_named_by(const MessageHeader& header, const std::byte* message) const noexcept;
  enum class Next : std::uint8_t { taken, malformed, too_large };
  // A Fragment of it follows, whose header has been taken off with the request id.
  Next begin_fragment(const MessageHeader& header) noexcept;

  // For another one.
  ReservedPages take_memory() noexcept { return std::move(memory_); }

 private:
  MessageHeader header_;
  std::uint32_t request_id_;
  std::size_t message_octets_max_;
  std::size_t octets_;
  std::size_t fragment_left_;
  bool is_last_ = false;
  ReservedPages memory_;
};

}  // namespace dimma::iiop
