#pragma once
/// The traffic of an ORB's bindings and endpoints: counters and latencies for each operation, the last calls one by
/// one, and failures beside them.
///
/// Nothing is observed unless the ORB is told so when it is made: `--dimma-metrics on`, `--dimma-recorder N` and
/// `--dimma-capture N` (<dimma/orb.hpp>), each alone or together. Calls of an ORB without them pay nothing. Calls are
/// observed if they go through a channel, IIOP or flow. Calls between objects of one process that are not bound
/// explicitly have no channel, and are not observed.
///
/// Names and ids that a peer may have chosen have at most 256 octets here, and are valid UTF-8 without control
/// characters: a longer one ends with "...", and any other octet is shown as "\x1b".
///
/// All functions are thread safe, also while calls are made; their results are copies. They throw only std::bad_alloc.

#include <dimma/log.hpp>
#include <dimma/reference.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string>
#include <vector>

namespace CORBA {
class ORB;
}

namespace dimma::observation {

using Nanoseconds = std::chrono::nanoseconds;

/// A distribution of times. The width of a bucket is at most a sixteenth of the times that it counts.
struct Latency {
  /// The number of calls that took up to this long, and longer than the bucket before.
  struct Bucket {
    Nanoseconds up_to{0};  ///< inclusive; the bucket begins after the one before
    std::uint64_t count = 0;
  };
  std::uint64_t count = 0;
  Nanoseconds sum{0};
  std::vector<Bucket> buckets;  ///< those that are not empty, shortest first

  /// Returns the end of the bucket in which the share `part` of the times ends, 0 to 1: quantile(0.5) is the median.
  /// Zero if there are no times.
  Nanoseconds quantile(double part) const;
  /// Returns the sum over the count; zero if there are no times.
  Nanoseconds mean() const;
};

/// The number of times that an operation ended with an exception.
struct Failures {
  std::string exception;  ///< its repository id
  std::uint64_t count = 0;
};

/// One operation of a channel. Some are counted together as "(others)": operations beyond the 512th of a channel; at a
/// server, requests for operations that the objects asked for do not have, and those that access rules refuse before an
/// operation of that name was served.
struct OperationMetrics {
  std::string operation;
  std::uint64_t calls = 0;        ///< that have ended
  std::uint64_t in_progress = 0;  ///< that have not
  std::vector<Failures> failures;
  std::uint64_t octets_sent = 0;      ///< arguments at a client, results at a server; without headers
  std::uint64_t octets_received = 0;  ///< results at a client, arguments at a server; without headers
  Latency latency;  ///< at a client of the call, at a server from its dispatch to the end of its reply
  /// At a server, those of its addresses that received calls ("tls:10.0.0.7:2810"); at a client, the addresses that
  /// calls were sent to: the first eight. Empty if that is not known.
  std::vector<std::string> addresses;
};

/// The end of a call that a channel belongs to.
enum class Side : std::uint8_t { client, server };

/// The usage of one kind of resource by a channel or an endpoint, and the number of takers that got none: the numbers
/// of the line of that name in describe(). A number that is not counted there is 0.
struct ResourceMetrics {
  std::string resource;  ///< "connections", "threads", "messages", "buffers", "processing"
  std::uint64_t in_use = 0;
  std::uint64_t in_use_max = 0;  ///< the most that ever were at once
  std::uint64_t made = 0;        ///< that exist, in use or not
  std::uint64_t waits = 0;       ///< how often one had to be waited for
  std::uint64_t refusals = 0;    ///< how often there was none
};

/// A binding's channel, or an endpoint.
struct ChannelMetrics {
  std::uint64_t id = 0;  ///< within its ORB; not used again
  Side side = Side::client;
  std::string protocol;  ///< as EngineeringQoS::protocol
  std::string name;      ///< the address to which it leads, or at which it listens
  bool is_open = true;   ///< false: closed since; it is forgotten when 64 more have been closed
  std::vector<OperationMetrics> operations;
  std::vector<ResourceMetrics> resources;  ///< empty once it has been closed
};

/// The parts of an ORB's activity that it observes, as its options say.
struct Observed {
  bool metrics = false;
  std::size_t recorded_calls = 0;   ///< for each channel at most
  std::size_t captured_octets = 0;  ///< for each send and receive at most
};
/// Returns which of these an ORB observes, as its options say.
Observed observed(const CORBA::object_reference<CORBA::ORB>& orb);

/// Returns nothing unless the ORB has `--dimma-metrics on`.
std::vector<ChannelMetrics> metrics(const CORBA::object_reference<CORBA::ORB>& orb);

/// The number of times that an event of the log has happened (docs/guides/logging.md), written or not: for events of
/// the level `info` and graver.
struct EventMetrics {
  std::string event;
  log::Level level = log::Level::warning;
  std::uint64_t count = 0;
};

/// Returns the events of the process, not of one ORB, like the log. Counts since its first ORB with `--dimma-metrics
/// on` or `--dimma-recorder N`, and returns nothing while there is no such ORB. Events that have not happened are left
/// out.
std::vector<EventMetrics> event_metrics();

/// Returns both in the text format of Prometheus (version 0.0.4), each name beginning with "dimma_".
std::string to_prometheus(const std::vector<ChannelMetrics>& channels, const std::vector<EventMetrics>& events = {});

/// The times between the steps of a call. A step that was not seen (a call that ended before it, octets that another
/// thread sent) has no time, and its time is part of the next step's.
struct Stages {
  // At a client, in this order:
  Nanoseconds queue{0};   ///< until the first argument is written: waits for a slot, for the connection, for a thread
  Nanoseconds encode{0};  ///< writes the arguments
  Nanoseconds send{0};    ///< until the system has taken the last octet
  Nanoseconds wait{0};    ///< until the first result is read
  Nanoseconds decode{0};  ///< reads the results
  // At a server, in this order:
  Nanoseconds receive{0};   ///< from the octets' arrival in the process to the dispatch
  Nanoseconds dispatch{0};  ///< finds the object, has the rules consulted
  Nanoseconds upcall{0};    ///< reads the arguments, is in the servant
  Nanoseconds reply{0};     ///< writes the reply
};

/// How a call ended.
enum class Outcome : std::uint8_t { done, user_exception, system_exception, forward };

/// A call that has ended.
struct RecordedCall {
  std::uint64_t channel = 0;  ///< ChannelMetrics::id
  Side side = Side::client;
  std::string channel_name;
  std::string operation;
  std::chrono::system_clock::time_point begun;
  Nanoseconds duration{0};
  Stages stages;
  std::uint64_t octets_sent = 0;  ///< as in OperationMetrics
  std::uint64_t octets_received = 0;
  Outcome outcome = Outcome::done;
  std::string exception;    ///< the repository id; empty if there was none
  std::uint32_t minor = 0;  ///< for a system exception
  std::string address;      ///< as in OperationMetrics, of this call; empty: not known
  std::string peer;  ///< at a server who has called, "tls:10.0.0.8:50112" or "shm:uid=33 pid=4711"; at most 55 octets
};

/// Returns the last calls of each channel, in the order in which they began; nothing unless the ORB has
/// `--dimma-recorder N`.
std::vector<RecordedCall> recorded_calls(const CORBA::object_reference<CORBA::ORB>& orb);

/// An error or a warning of the log, written or not; the next one counts those that were held back.
struct RecordedEvent {
  std::chrono::system_clock::time_point time;
  log::Level level = log::Level::warning;
  std::string event;
  std::string text;       ///< in words; the fields as in log::Record
  std::string peer;       ///< "tcp:10.1.2.3:50112"
  std::string endpoint;   ///< "tcp:0.0.0.0:2809"
  std::string object;     ///< its object id
  std::string operation;  ///< that the request was for
  std::uint32_t minor = 0;
  std::uint64_t held_back = 0;
};

/// Returns the process's last 256, oldest first; nothing while it has no ORB with `--dimma-metrics on` or
/// `--dimma-recorder N`.
std::vector<RecordedEvent> recorded_events();

/// Writes the latest GIOP messages that the ORB's connections have sent and received, over any transport (shared memory
/// and TLS too, in the clear), as a capture that Wireshark opens. Each connection is shown as one over TCP between
/// made-up addresses (127.0.0.x). Each message is cut as `--dimma-capture N` says. Returns false, and writes nothing,
/// unless the ORB has that option. Readers of the capture can read the arguments of calls.
bool write_capture(const CORBA::object_reference<CORBA::ORB>& orb, std::ostream& out);

}  // namespace dimma::observation
