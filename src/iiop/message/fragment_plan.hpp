#pragma once
// A message that is whole, cut up into fragments of GIOP 1.2 (CORBA 3.3 part 2, 9.4.9) to be sent.

#include "iiop/message/fragment.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// A whole message as pieces to be sent: one piece if it is short enough, and otherwise fragments, each with a header of
// its own. Copies nothing of the message, but sets the flags and the size in its header. The message has to live and
// stay where it is until the pieces are sent. Only 1.2 messages that may be fragmented are cut.
class FragmentPlan {
 public:
  // `message_octets_max` is for each message sent, headers included; it counts as at least 32.
  FragmentPlan(std::span<std::byte> message, std::size_t message_octets_max);

  // The pieces, in the order in which they are sent; the sender may change them.
  std::span<iovec> pieces() noexcept { return pieces_; }
  // The number of messages that the pieces are.
  std::size_t messages() const noexcept { return fragment_headers_.size() + 1; }

 private:
  std::vector<std::array<std::byte, named_fragment_octets_min>> fragment_headers_;
  std::vector<iovec> pieces_;
};

}  // namespace dimma::iiop
