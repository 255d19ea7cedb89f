#pragma once
// An ended message onto a stream.

#include "iiop/fragment.hpp"
#include "iiop/settings.hpp"
#include "qos/usage.hpp"
#include "transport/transport.hpp"

#include <dimma/cdr/encoder.hpp>

#include <algorithm>
#include <vector>

namespace dimma::iiop {

// How long a message, or a fragment of one, may be. Without a limit of packets nothing is gained by cutting.
inline std::size_t packet_octets_most(const Settings& settings, std::size_t packets_most) noexcept {
  return packets_most == qos::no_limit ? settings.fragment_octets
                                       : std::min(settings.fragment_octets, settings.packet_octets);
}

// What of a message is in its buffer and where that leads to.
std::vector<iovec> pieces_of(const cdr::Encoder& message);

// In as many pieces as it lies in (cdr::Buffer::gather), or in fragments, of which so many at most are handed to the
// system at once, where it is too long and may be cut (1.2).
transport::Result send_long_message(transport::Stream& stream, cdr::Encoder& message, const Settings& settings,
                                    std::size_t packets_most, transport::Deadline deadline);

inline transport::Result send_message(transport::Stream& stream, cdr::Encoder& message, const Settings& settings,
                                      std::size_t packets_most,
                                      transport::Deadline deadline = transport::no_deadline) {
  if (message.size() <= std::min(settings.packet_octets, settings.fragment_octets) &&
      message.buffer().elsewhere() == 0) [[likely]] {
    iovec piece{message.buffer().data(), message.size()};
    return stream.send({&piece, 1}, deadline);
  }
  return send_long_message(stream, message, settings, packets_most, deadline);
}

}  // namespace dimma::iiop
