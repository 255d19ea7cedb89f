#pragma once
// Options of the ORB that concern more than one protocol.

#include <cstddef>
#include <cstdint>

namespace dimma::channel {

// The default maximum size of a message that is sent or received, including all its fragments.
inline constexpr std::size_t message_octets_max = std::size_t{256} << 20;

// The servers to which a CancelRequest is sent when a call is abandoned.
enum class CancelPeers : std::uint8_t {
  none,
  dimma,  // servers whose references identify them as dimma; some other ORBs do not tolerate a CancelRequest
  any,
};

}  // namespace dimma::channel
