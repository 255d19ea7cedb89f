#pragma once
// The faults of a connection of the in-memory transport. A plan is written by a test or generated from a seed. The
// sizes and delays within its limits depend on its seed and the connection's number, so that a run is reproducible (up
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
  end,    // as if the sender had closed: the receiver's status is end, the sender fails with EPIPE
  reset,  // both ends fail with ECONNRESET
};

// One direction of a connection.
struct DirectionPlan {
  std::size_t read_octets_max = any_size;   // a receive returns 1 to this many octets
  std::size_t write_octets_max = any_size;  // a send transfers its octets in portions of 1 to this many
  std::chrono::microseconds delay_max{0};   // the sender waits for 0 to this long before each portion
  std::size_t buffer_octets = 64 * 1024;    // capacity for octets not yet received; a full buffer blocks the sender
  Cut cut = Cut::never;                     // ends both directions, once
  std::uint64_t cut_after_octets = 0;       // transferred octets before the cut; the receiver still gets them
};

enum class Connecting : std::uint8_t {
  established,
  refused,  // ECONNREFUSED although a listener exists
  silent,   // no response until the deadline; without a deadline, fails at once with ETIMEDOUT
};

struct ConnectionPlan {
  std::uint64_t seed = 0;
  Connecting connecting = Connecting::established;
  bool shows_edges = false;  // the streams may be watched edge-triggered; requires that receives are not cut short
  DirectionPlan to_listener;
  DirectionPlan to_connector;
};

// Makes a plan with short reads and writes, small buffers and short delays in both directions. Half of the plans have a
// cut, in one of the directions, after 0 to `octets_max` octets. The connection is established.
ConnectionPlan random_plan(std::uint64_t seed, std::uint64_t octets_max);

// Returns the text that a failing test prints: "seed 7, to the listener: reads up to 3, cut by reset after 17, ...".
std::string describe(const ConnectionPlan& plan);

// A generator of numbers from a seed.
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
