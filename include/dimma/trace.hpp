#pragma once
/// Traces, which relate the calls of several processes to each other, as defined by the W3C Recommendation "Trace
/// Context" (level 1). docs/guides/tracing.md explains how to send them to a collector.
///
/// An ORB with `--dimma-trace on` (<dimma/orb.hpp>) makes a span of each call that goes through a channel and of each
/// request that it serves, unless its trace is sampled out. A thread's calls belong to the trace of its current
/// context, and so do the calls made by the servants called; a call without a context begins a trace. In an ORB without
/// the option tracing has no cost, and contexts are neither sent nor read.
///
/// All functions are thread-safe. They throw only std::bad_alloc unless stated otherwise.

#include <dimma/reference.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CORBA {
class ORB;
}

namespace dimma::trace {

using TraceId = std::array<std::uint8_t, 16>;
using SpanId = std::array<std::uint8_t, 8>;

inline constexpr std::uint8_t flag_sampled = 1;
inline constexpr std::size_t state_characters_max = 512;
inline constexpr std::size_t state_members_max = 32;

/// The part of a span that is sent to others: the parent of the calls made within the span.
struct Context {
  TraceId trace_id{};
  SpanId span_id{};
  std::uint8_t flags = 0;   ///< flag_sampled; other flags are reserved
  std::string trace_state;  ///< vendor-specific data, as in the header `tracestate`

  /// Returns true if neither id is all zeros (3.2.2.3, 3.2.2.4).
  bool is_valid() const noexcept { return trace_id != TraceId{} && span_id != SpanId{}; }
  bool is_sampled() const noexcept { return (flags & flag_sampled) != 0; }

  friend bool operator==(const Context&, const Context&) = default;
};

/// Parses the headers `traceparent` and `tracestate` (3.2, 3.3). Returns nullopt for a malformed traceparent: of
/// version ff, with upper case, with an id of zeros, too short, or too long for its version. A traceparent of a later
/// version may continue after the known part. A tracestate that is malformed, has a duplicate key, more than 32 members
/// or more than 512 characters is ignored. Blanks around the headers and around members are ignored.
std::optional<Context> parse(std::string_view traceparent, std::string_view tracestate = {});

/// Returns the header `traceparent` of version 00: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01".
std::string traceparent(const Context& context);

/// Returns lower-case hexadecimal digits, as used in logs.
std::string to_string(const TraceId& id);
std::string to_string(const SpanId& id);

/// Returns the context of the calling thread: that of the innermost Scope or upcall. Invalid if there is none. In an
/// upcall whose trace is sampled out, returns a context that is not sampled, created on demand.
Context current();

/// Makes a context with new ids, which begins a trace. The ids are random, but not secret.
Context make_root(bool is_sampled = true);

namespace detail {
/// A thread's current context. Internal to dimma.
struct Frame {
  enum class State : std::uint8_t { none, sampled_out, sampled };
  State state = State::none;
  std::shared_ptr<const Context> context;  ///< nullptr: sampled out, and not created yet
  Frame* outer = nullptr;
};
}  // namespace detail

/// Sets the context of the calling thread during its lifetime; with an invalid context each call begins a trace. Scopes
/// nest, and end on the thread on which they began: none may be open across a `co_await`.
class Scope {
 public:
  explicit Scope(Context context);
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  detail::Frame frame_;
};

/// The end of a call that a span describes, numbered as in OTLP.
enum class Kind : std::uint8_t { server = 2, client = 3 };

/// The properties that all spans of a channel share.
struct Place {
  std::string protocol;    ///< see EngineeringQoS::protocol
  std::string transport;   ///< "tcp", "tls", "unix", "shm", "udp", "multicast"; empty if not known
  std::string address;     ///< at a client the server's, as in the reference; at a server the client's, numeric
  std::uint16_t port = 0;  ///< 0 if there is none
  std::string qos;         ///< at a client the QoS of the binding, unless it is the default
  friend bool operator==(const Place&, const Place&) = default;
};

#pragma push_macro("interface")  // a macro of <windows.h>, and a member below
#undef interface
/// A call, or a served request, that has ended. Texts that a peer may have chosen are valid UTF-8 without control
/// characters, with at most 256 octets; the message has at most 1024, the trace state 512.
struct Span {
  Context context;
  SpanId parent{};                 ///< zeros for a span that begins its trace
  bool has_remote_parent = false;  ///< the parent is in another process, or was received over a connection
  Kind kind = Kind::client;
  std::string interface;  ///< "Bank.Account"; empty if not known
  std::string operation;
  std::chrono::system_clock::time_point begun;
  std::chrono::nanoseconds duration{0};
  std::shared_ptr<const Place> place;  ///< never nullptr
  std::string exception;               ///< repository id; empty if no exception was raised
  std::string message;                 ///< at a client, the text of the exception
  std::uint32_t minor = 0;             ///< minor code of a system exception
  bool is_forwarded = false;           ///< answered with a location forward
};
#pragma pop_macro("interface")

/// Counts of an ORB's spans, by outcome.
struct Counts {
  std::uint64_t finished = 0;          ///< all spans that have ended
  std::uint64_t dropped = 0;           ///< included in finished: queue full, or not accepted by the collector in time
  std::uint64_t contexts_ignored = 0;  ///< malformed contexts received with requests
  std::size_t waiting = 0;             ///< spans in the queue
};

/// Returns the counts; zeros unless the ORB has `--dimma-trace on`.
Counts counts(const CORBA::object_reference<CORBA::ORB>& orb);

/// Takes up to `most` of the oldest waiting spans out of the ORB's queue. For a program that exports them itself: an
/// ORB that exports (dimma::trace, `--dimma-trace-endpoint`) takes spans from the same queue. Empty unless the ORB has
/// `--dimma-trace on`.
std::vector<Span> take_spans(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t most = 512);

}  // namespace dimma::trace
