#pragma once
// Accounts for the messages of a flow: gaps, duplicates, order, jitter. For one flow; used by one thread.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>
#include <chrono>
#include <cstdint>

namespace dimma::flow {

// Records the state of each message for the newest `window` sequence numbers. Older messages count as late.
class Accounting {
 public:
  static constexpr std::uint64_t window = 4096;

  enum class Place : std::uint8_t {
    fresh,     // the first datagram of the message
    known,     // the message is being assembled
    finished,  // the message is complete: a duplicate
    late,      // the message was given up, or is older than the window
  };
  // Called when a datagram has arrived. `now` is the time in ns, always by the same monotonic clock.
  Place arrived(const Header& header, std::uint64_t now) noexcept;

  void duplicate() noexcept { ++counts_.duplicates; }
  // Counts the datagram as reordered if a later one has already arrived. arrived() does this for fresh datagrams.
  void order(const Header& header) noexcept;
  void completed(std::uint64_t sequence, std::size_t octets) noexcept;
  void begun(std::uint64_t sequence) noexcept;
  void gave_up(std::uint64_t sequence) noexcept;
  void unsettled() noexcept { ++counts_.unsettled; }
  // Called when the producer has announced that all messages below `next` have been sent.
  void told(std::uint64_t next) noexcept;

  // Returns the counts, except for delivered, dropped and refused, which the caller fills in.
  FlowReport::Consumer counts() const noexcept;

 private:
  enum class State : std::uint8_t { unknown, assembling, complete, given_up };

  State& state(std::uint64_t sequence) noexcept { return states_[sequence % window]; }
  bool is_known(std::uint64_t sequence) const noexcept { return sequence < next_ && next_ - sequence <= window; }
  void advance(std::uint64_t next) noexcept;
  void jitter(std::uint64_t timestamp, std::uint64_t now) noexcept;

  std::array<State, window> states_{};
  FlowReport::Consumer counts_;  // except for those that counts() computes
  bool heard_ = false;
  std::uint64_t first_ = 0;          // lowest known sequence number
  std::uint64_t next_ = 0;           // highest known sequence number plus one
  std::uint64_t last_sequence_ = 0;  // sequence number of the newest datagram, in the order of sending
  std::uint32_t last_fragment_ = 0;
  bool timed_ = false;
  std::uint64_t last_transit_ = 0;
  std::uint64_t jitter16_ = 0;  // jitter in ns, times 16
};

}  // namespace dimma::flow
