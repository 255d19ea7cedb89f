#pragma once
// The faults of a connection of the in-memory transport. A plan is written down by a test or made from a seed; the
// sizes and delays within its limits come from its seed and the connection's number, so that a run can be repeated (up
// to the order in which the system runs threads).

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>

namespace dimma::transport {

inline constexpr std::size_t any_size = std::numeric_limits<std::size_t>::max();

enum class Cut : std::uint8_t {
  never,
  end,    // as if the sender had closed: the receiver sees the end, the sender fails with EPIPE
  reset,  // both ends fail with ECONNRESET
};

// One direction of a connection.
struct DirectionPlan {
  std::size_t read_octets_max = any_size;   // a receive gives 1 to this many octets
  std::size_t write_octets_max = any_size;  // a send hands its octets over in portions of 1 to this many
  std::chrono::microseconds delay_max{0};   // before each portion the sender is held up for 0 to this long
  std::size_t buffer_octets = 64 * 1024;    // handed over and not received; a full buffer blocks the sender
  Cut cut = Cut::never;                     // ends both directions once
  std::uint64_t cut_after_octets = 0;       // this many octets have been handed over, which the receiver still gets
};

enum class Connecting : std::uint8_t {
  established,
  refused,  // ECONNREFUSED, although there is a listener
  silent,   // nothing happens until the deadline; without one, ETIMEDOUT at once
};

struct ConnectionPlan {
  std::uint64_t seed = 0;
  Connecting connecting = Connecting::established;
  DirectionPlan to_listener;
  DirectionPlan to_connector;
};

// Makes short reads and writes, small buffers and short delays in both directions. Half of the plans have a cut, in one
// of the directions, after 0 to `octets_max` octets. The connection is established.
ConnectionPlan random_plan(std::uint64_t seed, std::uint64_t octets_max);

// "seed 7, to the listener: reads up to 3, cut by reset after 17, ...": what a failing test prints.
std::string describe(const ConnectionPlan& plan);

// Numbers from a seed.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  // Returns a number from `least` to `most`, both included.
  std::uint64_t between(std::uint64_t least, std::uint64_t most) {
    return std::uniform_int_distribution<std::uint64_t>(least, most)(engine_);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace dimma::transport
