#pragma once
/// Traces: they tell which calls of which processes belong together, as defined by the W3C Recommendation "Trace
/// Context" (level 1). docs/guides/tracing.md tells how to send them to a collector.
///
/// An ORB with `--dimma-trace on` (<dimma/orb.hpp>) makes a span of each call that goes through a channel and of each
/// request that it serves, unless its trace is sampled out. A thread's calls belong to the trace of its current
/// context, and so do the calls of the servants that it reaches; a call without one begins a trace. In an ORB without
/// the option calls pay nothing, and contexts are neither sent nor looked for.
///
/// All functions are thread safe. They throw only std::bad_alloc, unless they say otherwise.

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

/// A span as others see it: the parent of the calls made within it.
struct Context {
  TraceId trace_id{};
  SpanId span_id{};
  std::uint8_t flags = 0;   ///< flag_sampled; the others are reserved
  std::string trace_state;  ///< vendors' additions, as in the header `tracestate`

  /// True if neither id is all zeros (3.2.2.3, 3.2.2.4).
  bool is_valid() const noexcept { return trace_id != TraceId{} && span_id != SpanId{}; }
  bool is_sampled() const noexcept { return (flags & flag_sampled) != 0; }

  friend bool operator==(const Context&, const Context&) = default;
};

/// Reads the headers `traceparent` and `tracestate` (3.2, 3.3). Returns nothing for a malformed traceparent: of version
/// ff, with upper case, with an id of zeros, too short, or too long for its version. One of a later version may
/// continue after the known part. A tracestate that is malformed, has a key twice, more than 32 members or more than
/// 512 characters is left out. Blanks around the headers and around members are ignored.
std::optional<Context> parse(std::string_view traceparent, std::string_view tracestate = {});

/// Returns "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01": the header `traceparent`, of version 00.
std::string traceparent(const Context& context);

/// Returns lower-case hexadecimal digits, as in logs.
std::string to_string(const TraceId& id);
std::string to_string(const SpanId& id);

/// Returns the context of the calling thread: that of the innermost Scope or upcall. Invalid if there is none. In an
/// upcall whose trace is sampled out it may be made here, and is not sampled.
Context current();

/// Makes a context with new ids, for a trace that begins. They are random, and not secret.
Context make_root(bool is_sampled = true);

namespace detail {
/// A thread's current context: dimma's own.
struct Frame {
  enum class State : std::uint8_t { none, sampled_out, sampled };
  State state = State::none;
  std::shared_ptr<const Context> context;  ///< nullptr: of one that is sampled out, and nobody has asked for
  Frame* outer = nullptr;
};
}  // namespace detail

/// Sets the context of the calling thread as long as it exists; an invalid one lets each call begin a trace. Scopes are
/// nested, and end on the thread on which they began: none may be open across a `co_await`.
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

/// The facts that the spans of a channel share.
struct Place {
  std::string protocol;    ///< as EngineeringQoS::protocol
  std::string transport;   ///< "tcp", "tls", "unix", "shm", "udp", "multicast"; empty if it is not known
  std::string address;     ///< at a client its server's, as the reference says it; at a server its client's, in digits
  std::uint16_t port = 0;  ///< 0: none
  std::string qos;         ///< at a client its binding's, if it is not the default
  friend bool operator==(const Place&, const Place&) = default;
};

#pragma push_macro("interface")  // a macro of <windows.h>, and the name of a member
#undef interface
/// A call, or a request that was served, that has ended. Texts that a peer may have chosen are valid UTF-8 without
/// control characters, and have at most 256 octets, the message 1024 and the trace state 512.
struct Span {
  Context context;
  SpanId parent{};                 ///< zeros: it begins its trace
  bool has_remote_parent = false;  ///< the parent is another process's, or came over a connection
  Kind kind = Kind::client;
  std::string interface;  ///< "Bank.Account"; empty if it is not known
  std::string operation;
  std::chrono::system_clock::time_point begun;
  std::chrono::nanoseconds duration{0};
  std::shared_ptr<const Place> place;  ///< never nullptr
  std::string exception;               ///< the repository id of what ended it; empty if nothing was raised
  std::string message;                 ///< the exception in words, at a client
  std::uint32_t minor = 0;             ///< the minor code of a system exception
  bool is_forwarded = false;           ///< answered by where the object is
};
#pragma pop_macro("interface")

/// The numbers of an ORB's spans, by what became of them.
struct Counts {
  std::uint64_t finished = 0;          ///< spans
  std::uint64_t dropped = 0;           ///< among these: the queue was full, or the collector did not take them in time
  std::uint64_t contexts_ignored = 0;  ///< that came with a request and were malformed
  std::size_t waiting = 0;             ///< spans in the queue
};

/// Returns zeros unless the ORB has `--dimma-trace on`.
Counts counts(const CORBA::object_reference<CORBA::ORB>& orb);

/// Takes up to `most` of the oldest waiting spans out of the ORB's queue. For a program that exports them itself: an
/// ORB that exports (dimma::trace, `--dimma-trace-endpoint`) takes them too. Empty unless it has `--dimma-trace on`.
std::vector<Span> take_spans(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t most = 512);

}  // namespace dimma::trace
