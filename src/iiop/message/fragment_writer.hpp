#pragma once
// Cuts a message into fragments of GIOP 1.2 while it is being written; its length need not be known.

#include "iiop/message/fragment.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// One for each message, which is a Request or Reply. Not thread safe.
class FragmentWriter {
 public:
  // Returns a fragment of what has been written since the one before, or the last one, as pieces to be sent; valid
  // until sent(). Keeps some octets for the next one, so that this one ends at a multiple of 8 and the last one is not
  // empty. Throws CORBA::MARSHAL for a fragment of 4 GiB.
  std::span<iovec> cut(cdr::Encoder& message, bool is_last);
  // Takes the fragment off the message.
  void sent(cdr::Encoder& message) noexcept;
  // The octets that were kept, with which the message begins now.
  std::size_t octets_kept() const noexcept { return kept_octets_; }
  // Requires that a fragment has been sent.
  std::uint32_t request_id() const noexcept { return named_request(header_, head_.data()); }

 private:
  static constexpr std::size_t alignment = 8;
  static constexpr std::size_t fragment_header_octets = header_octets + 4;

  bool begun_ = false;
  MessageHeader header_;                                  // the next fragment's
  std::array<std::byte, fragment_header_octets> head_{};  // the same, with the request id
  std::array<std::byte, alignment> kept_{};
  std::size_t kept_octets_ = 0;
  std::vector<iovec> pieces_;
};

}  // namespace dimma::iiop
