#pragma once
// An ended message onto a stream.

#include "iiop/fragment.hpp"
#include "transport/transport.hpp"

#include <dimma/cdr/encoder.hpp>

namespace dimma::iiop {

// In one piece where it is no longer than `fragment_octets`, which costs nothing but the send; otherwise in fragments
// where the message may be cut (1.2), gathered in one send as well.
inline transport::Result send_message(transport::Stream& stream, cdr::Encoder& message, std::size_t fragment_octets,
                                      transport::Deadline deadline = transport::no_deadline) {
  if (message.size() <= fragment_octets) [[likely]] {
    iovec piece{message.buffer().data(), message.size()};
    return stream.send({&piece, 1}, deadline);
  }
  FragmentPlan plan({message.buffer().data(), message.size()}, fragment_octets);
  return stream.send(plan.pieces(), deadline);
}

}  // namespace dimma::iiop
