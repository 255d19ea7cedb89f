#pragma once
// Splits a complete message into GIOP 1.2 fragments to be sent (CORBA 3.3 part 2, 9.4.9).

#include "iiop/message/fragment.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// The pieces of a complete message to be sent: one piece if it is short enough, otherwise fragments, each with its own
// header. Does not copy the message, but sets the flags and the size in its header. The message must stay in its place
// until the pieces have been sent. Only GIOP 1.2 messages that may be fragmented are split.
class FragmentPlan {
 public:
  // `message_octets_max` limits each message that is sent, including its headers. Values below 32 count as 32.
  FragmentPlan(std::span<std::byte> message, std::size_t message_octets_max);

  // The pieces, in the order in which they are sent; the sender may change them.
  std::span<iovec> pieces() noexcept { return pieces_; }
  // The number of messages that the pieces form.
  std::size_t messages() const noexcept { return fragment_headers_.size() + 1; }

 private:
  std::vector<std::array<std::byte, named_fragment_octets_min>> fragment_headers_;
  std::vector<iovec> pieces_;
};

}  // namespace dimma::iiop
