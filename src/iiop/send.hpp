#pragma once
// An ended message onto a stream.

#include "iiop/fragment.hpp"
#include "qos/usage.hpp"
#include "transport/transport.hpp"

#include <dimma/cdr/encoder.hpp>

namespace dimma::iiop {

// A message in fragments, of which so many at most are handed to the system at once.
transport::Result send_fragments(transport::Stream& stream, std::span<std::byte> message, std::size_t fragment_octets,
                                 std::size_t packets_most, transport::Deadline deadline);

// In one piece where it is no longer than `fragment_octets`, which costs nothing but the send; otherwise in fragments
// where the message may be cut (1.2).
inline transport::Result send_message(transport::Stream& stream, cdr::Encoder& message, std::size_t fragment_octets,
                                      std::size_t packets_most,
                                      transport::Deadline deadline = transport::no_deadline) {
  if (message.size() <= fragment_octets) [[likely]] {
    iovec piece{message.buffer().data(), message.size()};
    return stream.send({&piece, 1}, deadline);
  }
  return send_fragments(stream, {message.buffer().data(), message.size()}, fragment_octets, packets_most, deadline);
}

}  // namespace dimma::iiop
