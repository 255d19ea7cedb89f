#pragma once
// The ORB's options that concern more than one protocol.

#include <cstddef>
#include <cstdint>

namespace dimma::channel {

// The default limit of one message, sent or received, with all its fragments.
inline constexpr std::size_t message_octets_max = std::size_t{256} << 20;

// The servers that are sent a CancelRequest when a call is given up.
enum class CancelPeers : std::uint8_t {
  none,
  dimma,  // those whose references say that they are dimma: a cancel harms some other ORBs
  any,
};

}  // namespace dimma::channel
