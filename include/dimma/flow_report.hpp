#pragma once
/// A report about a flow: the counts of its producer, and those that its consumer reports. A dimma extension.

#include <dimma/generated/cxx20.hpp>

#include <chrono>
#include <cstdint>
#include <vector>

namespace dimma {

/// The counts of one flow; a plain value. A message is one call of a oneway operation, sent in one or more datagrams.
/// All counts start at the beginning of the flow; only jitter is not a count.
struct FlowReport {
  /// The producer's counts; always known.
  struct Producer {
    std::uint64_t sent = 0;         ///< messages whose datagrams were all handed to the system
    std::uint64_t dropped = 0;      ///< messages not sent, in whole or in part (`exhausted=drop`)
    std::uint64_t octets = 0;       ///< bodies of the messages sent, without headers
    std::uint64_t datagrams = 0;    ///< datagrams handed to the system
    std::uint64_t unreachable = 0;  ///< times that the network reported the destination unreachable
  };

  /// The consumer's counts. With every message accounted for, expected = received + lost + incomplete + assembling, and
  /// received = delivered + dropped + refused + unsettled + the messages waiting in its queue.
  struct Consumer {
    std::uint64_t expected = 0;          ///< messages sent since the first one that it noticed, by message number
    std::uint64_t received = 0;          ///< messages that arrived completely
    std::uint64_t lost = 0;              ///< messages of which nothing arrived in time
    std::uint64_t incomplete = 0;        ///< messages given up after a part had arrived
    std::uint64_t assembling = 0;        ///< messages of which only a part has arrived so far
    std::uint64_t duplicates = 0;        ///< datagrams that had already arrived
    std::uint64_t reordered = 0;         ///< datagrams that arrived after a later one
    std::uint64_t late = 0;              ///< datagrams of messages already given up, or too old to be remembered
    std::uint64_t unsettled = 0;         ///< messages whose object or operation was not known yet; not delivered
    std::uint64_t delivered = 0;         ///< messages for which the servant was called
    std::uint64_t dropped = 0;           ///< messages for which the queue had no room, or which a newer one replaced
    std::uint64_t refused = 0;           ///< messages that no servant accepted: no such object, malformed, an exception
    std::uint64_t octets = 0;            ///< bodies of the messages received, without headers
    std::chrono::nanoseconds jitter{0};  ///< interarrival jitter, estimated as in RFC 3550 (6.4.1)
  };

  Producer producer;
  bool heard = false;  ///< true if the consumer has ever answered; otherwise `consumer` is empty
  bool fresh = false;  ///< true if it answered this time; otherwise `consumer` is its last report
  Consumer consumer;   ///< for a group, the counts of the first member that answered
  /// The counts of each consumer that answered this time, in order of arrival; for a group there may be several.
  std::vector<Consumer> consumers;
};

}  // namespace dimma
