#pragma once
// What the ORB's options say to more than one protocol.

#include <cstddef>
#include <cstdint>

namespace dimma::channel {

// Of one message, sent or received, its fragments together, where the ORB is told nothing else.
inline constexpr std::size_t message_octets_max = std::size_t{256} << 20;

// Which servers are sent a CancelRequest when a call is given up.
enum class CancelPeers : std::uint8_t {
  none,
  dimma,  // those whose references say that they are dimma: a cancel harms some other ORBs
  any,
};

}  // namespace dimma::channel
