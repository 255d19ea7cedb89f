#pragma once
// Which messages of a flow have come: gaps, duplicates, order, jitter. One flow's; one thread's.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>
#include <chrono>
#include <cstdint>

namespace dimma::flow {

// The record of each message, for the newest `window` numbers. Older messages are no longer known.
class Accounting {
 public:
  static constexpr std::uint64_t window = 4096;

  enum class Place : std::uint8_t {
    fresh,     // nothing of the message had come before
    known,     // the message is being assembled
    finished,  // the message is complete: a duplicate
    late,      // the message was given up, or is too old to be known
  };
  // A datagram of the message has arrived. `now` in ns, by any clock of this machine that does not jump.
  Place arrived(const Header& header, std::uint64_t now) noexcept;

  void duplicate() noexcept { ++counts_.duplicates; }
  // Counts a datagram that Place let pass as reordered if it comes after a later one.
  void order(const Header& header) noexcept;
  void completed(std::uint64_t sequence, std::size_t octets) noexcept;
  void begun(std::uint64_t sequence) noexcept;
  void gave_up(std::uint64_t sequence) noexcept;
  void unsettled() noexcept { ++counts_.unsettled; }
  // The producer says that all messages below `next` have been sent.
  void told(std::uint64_t next) noexcept;

  // delivered, dropped and refused are others' to fill in.
  FlowReport::Consumer counts() const noexcept;

 private:
  enum class State : std::uint8_t { unknown, assembling, complete, given_up };

  State& state(std::uint64_t sequence) noexcept { return states_[sequence % window]; }
  bool is_known(std::uint64_t sequence) const noexcept { return sequence < next_ && next_ - sequence <= window; }
  void advance(std::uint64_t next) noexcept;
  void jitter(std::uint64_t timestamp, std::uint64_t now) noexcept;

  std::array<State, window> states_{};
  FlowReport::Consumer counts_;  // but for what counts() works out
  bool heard_ = false;
  std::uint64_t first_ = 0;          // the lowest number heard of
  std::uint64_t next_ = 0;           // one above the highest
  std::uint64_t last_sequence_ = 0;  // the furthest datagram
  std::uint32_t last_fragment_ = 0;
  bool timed_ = false;
  std::uint64_t last_transit_ = 0;
  std::uint64_t jitter16_ = 0;  // times 16
};

}  // namespace dimma::flow
