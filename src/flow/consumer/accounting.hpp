#pragma once
// Keeps account of the messages of a flow: gaps, duplicates, order, jitter. For one flow; used by one thread.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>
#include <chrono>
#include <cstdint>

namespace dimma::flow {

// Records the state of each message, for the newest `window` numbers. Older messages are no longer known.
class Accounting {
 public:
  static constexpr std::uint64_t window = 4096;

  enum class Place : std::uint8_t {
    fresh,     // no datagram of the message has come before
    known,     // the message is being assembled
    finished,  // the message is complete: a duplicate
    late,      // the message was given up, or is too old to be known
  };
  // Called when a datagram of the message has arrived. `now` in ns, by any clock of this machine that does not jump.
  Place arrived(const Header& header, std::uint64_t now) noexcept;

  void duplicate() noexcept { ++counts_.duplicates; }
  // Counts a datagram, one that arrived() has not rejected, as reordered if it comes after a later one.
  void order(const Header& header) noexcept;
  void completed(std::uint64_t sequence, std::size_t octets) noexcept;
  void begun(std::uint64_t sequence) noexcept;
  void gave_up(std::uint64_t sequence) noexcept;
  void unsettled() noexcept { ++counts_.unsettled; }
  // Called when the producer says that all messages below `next` have been sent.
  void told(std::uint64_t next) noexcept;

  // Leaves delivered, dropped and refused for the caller to fill in.
  FlowReport::Consumer counts() const noexcept;

 private:
  enum class State : std::uint8_t { unknown, assembling, complete, given_up };

  State& state(std::uint64_t sequence) noexcept { return states_[sequence % window]; }
  bool is_known(std::uint64_t sequence) const noexcept { return sequence < next_ && next_ - sequence <= window; }
  void advance(std::uint64_t next) noexcept;
  void jitter(std::uint64_t timestamp, std::uint64_t now) noexcept;

  std::array<State, window> states_{};
  FlowReport::Consumer counts_;  // except those that counts() computes
  bool heard_ = false;
  std::uint64_t first_ = 0;          // the lowest number that is known
  std::uint64_t next_ = 0;           // one above the highest
  std::uint64_t last_sequence_ = 0;  // that of the furthest datagram
  std::uint32_t last_fragment_ = 0;
  bool timed_ = false;
  std::uint64_t last_transit_ = 0;
  std::uint64_t jitter16_ = 0;  // the jitter in ns, times 16
};

}  // namespace dimma::flow
