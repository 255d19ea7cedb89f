#pragma once
// Splits a message into GIOP 1.2 fragments while it is being encoded. The length of the message need not be known.

#include "iiop/message/fragment.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// Used for one message, a Request or Reply. Not thread-safe.
class FragmentWriter {
 public:
  // Returns the next fragment, or the last one, as pieces to be sent: the octets encoded since the previous fragment.
  // Valid until sent(). Keeps some octets for the next fragment, so that this one ends at a multiple of 8 and the last
  // one is not empty. Throws CORBA::MARSHAL for a fragment of 4 GiB.
  std::span<iovec> cut(cdr::Encoder& message, bool is_last);
  // Removes the fragment from the message, after it has been sent.
  void sent(cdr::Encoder& message) noexcept;
  // The number of kept octets, with which the message now begins.
  std::size_t octets_kept() const noexcept { return kept_octets_; }
  // Requires that a fragment has been sent.
  std::uint32_t request_id() const noexcept { return named_request(header_, head_.data()); }

 private:
  static constexpr std::size_t alignment = 8;
  static constexpr std::size_t fragment_header_octets = header_octets + 4;

  bool begun_ = false;
  MessageHeader header_;                                  // the header of the next fragment
  std::array<std::byte, fragment_header_octets> head_{};  // its octets, and the request id
  std::array<std::byte, alignment> kept_{};
  std::size_t kept_octets_ = 0;
  std::vector<iovec> pieces_;
};

}  // namespace dimma::iiop
