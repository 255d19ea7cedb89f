#pragma once
/// The traffic of an ORB's bindings and endpoints: counters and latencies for each operation, records of the last
/// calls, and failures.
///
/// Observation is enabled when the ORB is created, with any of the options `--dimma-metrics on`, `--dimma-recorder N`
/// and `--dimma-capture N` (<dimma/orb.hpp>). Without them it has no cost. Calls are observed if they go through a
/// channel, IIOP or flow. Calls between objects of one process that are not bound explicitly have no channel, and are
/// not observed.
///
/// Names and ids that a peer may have chosen are limited to 256 octets, and are valid UTF-8 without control characters:
/// longer ones are truncated and end with "...", and other octets are escaped like "\x1b".
///
/// All functions are thread-safe, also while calls are in progress; their results are copies. They throw only
/// std::bad_alloc.

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

/// A distribution of times. The width of a bucket is at most a sixteenth of the times it counts.
struct Latency {
  /// The number of calls that took at most `up_to`, and more than the previous bucket's `up_to`.
  struct Bucket {
    Nanoseconds up_to{0};  ///< inclusive; the bucket begins after the previous one
    std::uint64_t count = 0;
  };
  std::uint64_t count = 0;
  Nanoseconds sum{0};
  std::vector<Bucket> buckets;  ///< the non-empty buckets, shortest times first

  /// Returns the upper bound of the bucket that contains the quantile `part`, 0 to 1: quantile(0.5) is the median. Zero
  /// if there are no times.
  Nanoseconds quantile(double part) const;
  /// Returns the mean of the times; zero if there are no times.
  Nanoseconds mean() const;
};

/// The number of times that an operation raised an exception.
struct Failures {
  std::string exception;  ///< repository id of the exception
  std::uint64_t count = 0;
};

/// The metrics of one operation of a channel. Some requests are counted together as "(others)": operations beyond the
/// 512th of a channel; and at a server, requests for operations that their objects do not have, and requests refused by
/// access rules before an operation of that name was served.
struct OperationMetrics {
  std::string operation;
  std::uint64_t calls = 0;        ///< calls that have ended
  std::uint64_t in_progress = 0;  ///< calls that have not ended
  std::vector<Failures> failures;
  std::uint64_t octets_sent = 0;      ///< arguments at a client, results at a server; without headers
  std::uint64_t octets_received = 0;  ///< results at a client, arguments at a server; without headers
  Latency latency;                    ///< duration of the call; at a server from dispatch to the end of the reply
  /// At a server, its addresses that received calls ("tls:10.0.0.7:2810"); at a client, the addresses that calls were
  /// sent to. The first eight; empty if not known.
  std::vector<std::string> addresses;
};

/// The end of a call that a channel serves.
enum class Side : std::uint8_t { client, server };

/// The usage of one kind of resource by a channel or an endpoint, with the numbers of the line of the same name in
/// describe(). A number that does not apply to the resource is 0.
struct ResourceMetrics {
  std::string resource;  ///< "connections", "threads", "messages", "buffers", "processing"
  std::uint64_t in_use = 0;
  std::uint64_t in_use_max = 0;  ///< maximum in use at the same time so far
  std::uint64_t made = 0;        ///< existing, in use or not
  std::uint64_t waits = 0;       ///< times that a caller had to wait for one
  std::uint64_t refusals = 0;    ///< times that none was available
};

/// The metrics of a binding's channel, or an endpoint.
struct ChannelMetrics {
  std::uint64_t id = 0;  ///< unique within its ORB, never reused
  Side side = Side::client;
  std::string protocol;  ///< see EngineeringQoS::protocol
  std::string name;      ///< the address that it connects to or listens at
  bool is_open = true;   ///< false if closed; then kept until 64 more have been closed
  std::vector<OperationMetrics> operations;
  std::vector<ResourceMetrics> resources;  ///< empty if closed
};

/// The kinds of observation that an ORB's options enable.
struct Observed {
  bool metrics = false;
  std::size_t recorded_calls = 0;   ///< maximum per channel
  std::size_t captured_octets = 0;  ///< maximum per send or receive
};
/// Returns the kinds of observation that an ORB's options enable.
Observed observed(const CORBA::object_reference<CORBA::ORB>& orb);

/// Returns the metrics of all channels; empty unless the ORB has `--dimma-metrics on`.
std::vector<ChannelMetrics> metrics(const CORBA::object_reference<CORBA::ORB>& orb);

/// The number of occurrences of a log event (docs/guides/logging.md), logged or not. Covers events of the level `info`
/// and more severe ones.
struct EventMetrics {
  std::string event;
  log::Level level = log::Level::warning;
  std::uint64_t count = 0;
};

/// Returns the events of the process, not of one ORB, as for the log. Counting starts with the process's first ORB that
/// has `--dimma-metrics on` or `--dimma-recorder N`; empty while there is no such ORB. Events that have not occurred
/// are left out.
std::vector<EventMetrics> event_metrics();

/// Returns channels and events in the text format of Prometheus (version 0.0.4), each name beginning with "dimma_".
std::string to_prometheus(const std::vector<ChannelMetrics>& channels, const std::vector<EventMetrics>& events = {});

/// The times between the steps of a call. A step that was not observed (the call ended before it, or another thread
/// sent the octets) has no time; its time is included in the next step.
struct Stages {
  // At a client, in this order.
  Nanoseconds queue{0};   ///< until the first argument is written: waiting for a slot, the connection, a thread
  Nanoseconds encode{0};  ///< writing the arguments
  Nanoseconds send{0};    ///< until the system has taken the last octet
  Nanoseconds wait{0};    ///< until the first result is read
  Nanoseconds decode{0};  ///< reading the results
  // At a server, in this order.
  Nanoseconds receive{0};   ///< from the arrival of the octets in the process to the dispatch
  Nanoseconds dispatch{0};  ///< finding the object and checking the access rules
  Nanoseconds upcall{0};    ///< reading the arguments, and running the servant
  Nanoseconds reply{0};     ///< writing the reply
};

/// How a call ended. `forward`: the server replied with another reference.
enum class Outcome : std::uint8_t { done, user_exception, system_exception, forward };

/// The record of a call that has ended.
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
  std::string exception;    ///< repository id; empty if there was none
  std::uint32_t minor = 0;  ///< minor code of a system exception
  std::string address;      ///< address of this call, see OperationMetrics; empty if not known
  std::string peer;  ///< at a server the caller, "tls:10.0.0.8:50112" or "shm:uid=33 pid=4711"; at most 55 octets
};

/// Returns the last calls of each channel, ordered by their beginning; empty unless the ORB has `--dimma-recorder N`.
std::vector<RecordedCall> recorded_calls(const CORBA::object_reference<CORBA::ORB>& orb);

/// An error or a warning of the log, logged or not. Suppressed events are counted in the next event.
struct RecordedEvent {
  std::chrono::system_clock::time_point time;
  log::Level level = log::Level::warning;
  std::string event;
  std::string text;       ///< the message; fields as in log::Record
  std::string peer;       ///< "tcp:10.1.2.3:50112"
  std::string endpoint;   ///< "tcp:0.0.0.0:2809"
  std::string object;     ///< id of the object
  std::string operation;  ///< operation of the request
  std::uint32_t minor = 0;
  std::uint64_t held_back = 0;
};

/// Returns the last 256 events of the process, oldest first; empty while the process has no ORB with `--dimma-metrics
/// on` or `--dimma-recorder N`.
std::vector<RecordedEvent> recorded_events();

/// Writes the last GIOP messages that the ORB's connections have sent and received, over any transport (for shared
/// memory and TLS, too, in clear text), as a capture file that Wireshark can open. Each connection is shown as a TCP
/// connection between made-up addresses (127.0.0.x). Each message is truncated according to `--dimma-capture N`.
/// Returns false, and writes nothing, unless the ORB has that option. The capture discloses the arguments of calls.
bool write_capture(const CORBA::object_reference<CORBA::ORB>& orb, std::ostream& out);

}  // namespace dimma::observation
