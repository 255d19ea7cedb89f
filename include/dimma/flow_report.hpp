#pragma once
/// A report about a flow: the numbers of its producer, and those that its consumer reports. dimma's own.

#include <dimma/generated/cxx20.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace dimma {

/// The numbers of one flow, a plain value. A message is one call of a oneway operation, sent in one or more datagrams.
/// All numbers count from the beginning of the flow, except jitter.
struct FlowReport {
  /// The producer's numbers; always known.
  struct Producer {
    std::uint64_t sent = 0;         ///< messages handed to the system, all their datagrams
    std::uint64_t dropped = 0;      ///< messages not sent, in whole or in part (`exhausted=drop`)
    std::uint64_t octets = 0;       ///< in the messages sent, bodies without headers
    std::uint64_t datagrams = 0;    ///< handed to the system
    std::uint64_t unreachable = 0;  ///< times that the network reported the destination unreachable
  };

  /// The consumer's numbers. With every message accounted for, expected = received + lost + incomplete + assembling,
  /// and received = delivered + dropped + refused + unsettled + those that wait in its queue.
  struct Consumer {
    std::uint64_t expected = 0;          ///< messages sent since the first known to it, by their numbers
    std::uint64_t received = 0;          ///< messages that arrived whole
    std::uint64_t lost = 0;              ///< messages of which nothing arrived (in time)
    std::uint64_t incomplete = 0;        ///< messages of which a part arrived, given up
    std::uint64_t assembling = 0;        ///< messages of which a part has arrived, not given up yet
    std::uint64_t duplicates = 0;        ///< datagrams that had arrived before
    std::uint64_t reordered = 0;         ///< datagrams that arrived after a later one
    std::uint64_t late = 0;              ///< datagrams of messages already given up, or too far behind to tell
    std::uint64_t unsettled = 0;         ///< messages whose object or operation it did not know yet: not delivered
    std::uint64_t delivered = 0;         ///< messages for which the servant was called
    std::uint64_t dropped = 0;           ///< messages for which its queue had no room, or which a newer one replaced
    std::uint64_t refused = 0;           ///< messages that no servant took: no such object, malformed, an exception
    std::uint64_t octets = 0;            ///< in the messages received, bodies without headers
    std::chrono::nanoseconds jitter{0};  ///< jitter of the interarrival times, as RFC 3550 (6.4.1) estimates it
  };

  Producer producer;
  bool heard = false;  ///< true if the consumer has ever answered; if not, `consumer` is empty
  bool fresh = false;  ///< true if it answered this time; if not, `consumer` is its last report
  Consumer consumer;   ///< to a group: of one of its members, the first to answer
  /// All that answered this time, in order; for a group there may be many.
  std::vector<Consumer> consumers;
};

}  // namespace dimma
