#pragma once
// An ended message onto a stream.

#include "iiop/fragment.hpp"
#include "iiop/settings.hpp"
#include "qos/usage.hpp"
#include "transport/transport.hpp"

#include <dimma/cdr/encoder.hpp>

#include <algorithm>

namespace dimma::iiop {

// A message in fragments, of which so many at most are handed to the system at once.
transport::Result send_fragments(transport::Stream& stream, std::span<std::byte> message, std::size_t fragment_octets,
                                 std::size_t packets_most, transport::Deadline deadline);

// A message of which long blocks lie elsewhere (cdr::Buffer::gather).
transport::Result send_gathered(transport::Stream& stream, const cdr::Encoder& message, std::size_t fragment_octets,
                                std::size_t packets_most, transport::Deadline deadline);

// How long a message, or a fragment of one, may be. Without a limit of packets nothing is gained by cutting.
inline std::size_t packet_octets_most(const Settings& settings, std::size_t packets_most) noexcept {
  return packets_most == qos::no_limit ? settings.fragment_octets
                                       : std::min(settings.fragment_octets, settings.packet_octets);
}

// In one piece where it is short enough, which costs nothing but the send; otherwise in fragments where the message may
// be cut (1.2).
inline transport::Result send_message(transport::Stream& stream, cdr::Encoder& message, const Settings& settings,
                                      std::size_t packets_most,
                                      transport::Deadline deadline = transport::no_deadline) {
  const std::size_t fragment_octets = packet_octets_most(settings, packets_most);
  if (message.buffer().elsewhere() != 0) [[unlikely]] {
    return send_gathered(stream, message, fragment_octets, packets_most, deadline);
  }
  if (message.size() <= fragment_octets) [[likely]] {
    iovec piece{message.buffer().data(), message.size()};
    return stream.send({&piece, 1}, deadline);
  }
  return send_fragments(stream, {message.buffer().data(), message.size()}, fragment_octets, packets_most, deadline);
}

}  // namespace dimma::iiop
