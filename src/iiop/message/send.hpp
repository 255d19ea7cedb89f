#pragma once
// Sends a complete message over a stream.

#include "execution/usage.hpp"
#include "iiop/message/fragment.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transport.hpp"

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/generated/function_ref.hpp>

#include <algorithm>
#include <vector>

namespace dimma::iiop {

// The maximum length of a message or fragment that is sent. Shorter fragments are useful only if `packets` limits
// them.
inline std::size_t packet_octets_max(const Settings& settings, std::size_t packets_max) noexcept {
  return packets_max == execution::no_limit ? settings.fragment_octets
                                            : std::min(settings.fragment_octets, settings.packet_octets);
}

// Returns the pieces of a message, in its buffer and in the memory that it refers to.
std::vector<iovec> pieces_of(const cdr::Encoder& message);

// Sends a message in the pieces that it consists of (cdr::Buffer::gather). A message that is too long and may be split
// (GIOP 1.2) is sent in fragments, at most `packets_max` of which are handed to the system at once.
using SendPieces = function_ref<transport::Result(std::span<iovec>)>;
transport::Result send_long_message(SendPieces send, cdr::Encoder& message, const Settings& settings,
                                    std::size_t packets_max);

// A contiguous message of up to this length is sent in one piece.
inline std::size_t short_octets_max(const Settings& settings) noexcept {
  return std::min(settings.packet_octets, settings.fragment_octets);
}
// True if the message is sent in one piece.
inline bool is_short(const cdr::Encoder& message, const Settings& settings) noexcept {
  return message.size() <= short_octets_max(settings) && message.buffer().elsewhere() == 0;
}

// Sends a message with `send`, which takes pieces of the message or of its fragments, and returns a transport::Result.
template <class Send>
transport::Result send_message_by(Send send, cdr::Encoder& message, const Settings& settings, std::size_t packets_max) {
  if (is_short(message, settings)) {
    iovec piece{message.buffer().data(), message.size()};
    return send(std::span(&piece, 1));
  }
  return send_long_message(send, message, settings, packets_max);
}

inline transport::Result send_message(transport::Stream& stream, cdr::Encoder& message, const Settings& settings,
                                      std::size_t packets_max, Deadline deadline = no_deadline) {
  const auto send = [&stream, deadline](std::span<iovec> pieces) { return stream.send(pieces, deadline); };
  return send_message_by(send, message, settings, packets_max);
}

}  // namespace dimma::iiop
