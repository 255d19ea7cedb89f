#pragma once
// The transport seam: the interface that transports (tcp, tls, unix, shm, memory) offer to protocols.
//
// A Stream is an ordered, reliable stream of octets to one peer. A Listener accepts streams. A Transport makes both.
// Every transport passes tests/unit/transport/conformance.hpp.
//
// Threads: at most one thread receives and one thread sends on a stream at a time (a protocol holds its own locks);
// shutdown() may be called from any thread at any time. Only begin_connect() calls back. Errors: failures that a peer
// or a network can cause are a Status in a result, never an exception. An exception means that this process lacks a
// resource or an option (std::bad_alloc, std::system_error for an option that the system refuses).

#include "base/deadline.hpp"
#include "qos/transport_traits.hpp"
#include "reactor/pollable.hpp"

#include <dimma/caller.hpp>
#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/uio.h>

namespace dimma {
class LoanArena;
}

namespace dimma::transport {

enum class Status : std::uint8_t {
  ok,
  end,      // the peer closed in an orderly way; no octets will follow
  timeout,  // the deadline or the receive timeout passed first; the stream is still usable
  closed,   // shutdown() was called at this end
  failed,   // reset, unreachable, refused ...: `error` is the errno
};

struct Result {
  Status status = Status::ok;
  std::size_t octets = 0;  // octets received; for send: octets passed to the system
  int error = 0;

  explicit operator bool() const noexcept { return status == Status::ok; }
};

// Returns a text: "timed out", "connection reset by peer", ...
std::string describe(const Result& result);

// The address of a listener, or an address to connect to. For tcp: host (name or address, IPv6 without brackets) and
// port. For local transports `host` is the socket's name, "@name" for an abstract name and "/path" for a file, and
// there is no port. A socket without a name, such as a connecting one, has an empty host.
struct Endpoint {
  std::string transport = "tcp";
  std::string host;
  std::uint16_t port = 0;

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};
// Returns the properties of the endpoint's transport.
inline const qos::TransportTraits& traits_of(const Endpoint& endpoint) noexcept {
  return qos::traits_of(endpoint.transport);
}
// Returns true for an endpoint of a local transport, which has a name and no port.
inline bool is_local(const Endpoint& endpoint) noexcept { return traits_of(endpoint).is_within_host; }
std::string to_string(const Endpoint& endpoint);  // "tcp:localhost:2809", "tcp:[::1]:2809", "unix:@name"

class Stream : public reactor::Pollable {
 public:
  // Blocks until at least one octet is available, and receives the available octets, up to into.size(). Takes one
  // system call unless a deadline or a fault intervenes.
  virtual Result receive(std::span<std::byte> into, Deadline deadline = no_deadline) = 0;

  // Blocks until all octets of all pieces have been passed to the system: one gather write if the system accepts them
  // at once. On timeout or failure some of them may have been sent. Modifies the pieces: on timeout they contain the
  // octets that have not been sent, and sending them again continues where this call ended. After a failure the stream
  // can only be shut down.
  virtual Result send(std::span<iovec> pieces, Deadline deadline = no_deadline) = 0;

  // Makes receive() without a deadline return Status::timeout after this long without an octet; zero means never. Has
  // no cost per receive.
  virtual void receive_timeout(std::chrono::milliseconds limit) = 0;

  // Returns a descriptor that polls readable, after prepare_poll(), whenever receive() would not block (octets, end,
  // failure, shutdown). It may also poll readable when only octets of the transport's own protocol have arrived;
  // receive() then ends by its timeout.
  int handle() const noexcept override = 0;

  // Returns a descriptor that polls writable when send() can continue after a timeout. Negative if there is none, in
  // which case the sender has to retry periodically. Owned by the stream.
  virtual int send_handle() const noexcept { return -1; }

  // Called by the receiving thread before it polls. Returns false if receive() would not block at present, even if the
  // handle does not poll readable. Has an effect only for transports whose octets do not come through the handle.
  bool prepare_poll() noexcept override { return true; }

  // Returns true if the handle may be watched edge-triggered: a receive() that leaves room in `into` has taken all
  // available octets, and the handle becomes readable again for later octets.
  virtual bool shows_edges() const noexcept { return false; }

  // Returns true if octets can be received. Thread safe. Makes at most one system call, and consumes nothing.
  virtual bool octets_wait() const noexcept = 0;

  // Returns true if the peer's system has repeatedly left octets unacknowledged for a while: its host is gone, or
  // unreachable. The system of a peer that is merely slow does acknowledge. Thread safe. Makes at most one system call.
  virtual bool peer_is_silent() const noexcept { return false; }

  // Ends both directions: a blocked or later receive or send of this end returns closed (or end); the peer sees end.
  virtual void shutdown() noexcept = 0;

  // Ends the stream in an orderly way: sent octets arrive before the peer sees the end, even if the peer continues to
  // send, which shutdown() does not guarantee. The stream cannot be used afterwards. Does not wake a thread blocked in
  // receive(); a later shutdown() does, but then the system drops unsent octets if more octets arrive.
  virtual void end_sending() noexcept { shutdown(); }

  virtual Endpoint local() const = 0;
  virtual Endpoint peer() const = 0;

  // Returns the known facts about the peer, after the handshake if there is one. May be called once the first octets
  // have been received, from any thread, while others receive and send. May make system calls, so callers should keep
  // the result.
  virtual Peer identify_peer() const;

  // Returns a more specific reason than the errno for which the last receive or send failed; empty if there is none.
  virtual std::string failure() const { return {}; }

  // Returns the arena for loaned sequences that both ends share, once the first octets have been received or sent;
  // nullptr if there is none. If both ends are in this process, the arena may be loans_within_process(). Thread safe.
  virtual std::shared_ptr<dimma::LoanArena> loans() const noexcept { return nullptr; }

 protected:
  Stream() = default;
};

class Listener {
 public:
  virtual ~Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Accepts one pending connection. Returns nullptr if there is none (another thread accepted it, or the peer is gone),
  // or if this process is out of descriptors; in the latter case sets `error`, and the caller retries later. Never
  // blocks.
  virtual std::unique_ptr<Stream> accept(int& error) = 0;

  // Returns a descriptor that polls readable while a connection is pending. Owned by the listener.
  virtual int handle() const noexcept = 0;

  // Returns the listening address, with the actual port if 0 was requested.
  virtual Endpoint endpoint() const = 0;

  // Stops accepting connections, and frees the address. Idempotent.
  virtual void close() noexcept = 0;

  // Closes the accepted connections whose handshakes have not ended in time. Returns the time at which it has to be
  // called again; no_deadline if that is not necessary before another connection is accepted.
  virtual Deadline end_overdue() noexcept { return no_deadline; }

 protected:
  Listener() = default;
};

// The parts of a channel's QoS that concern its streams: `socket` and `wait`. A transport provides exactly these, or
// throws QoSError, which names the field.
struct StreamOptions {
  std::size_t send_buffer_octets = 0;  // for the socket, or the ring if there is one; zero: the transport's default
  std::size_t receive_buffer_octets = 0;
  std::optional<unsigned> dscp = {};
  std::chrono::microseconds busy_poll{0};  // zero: the system's default
  std::optional<unsigned> ttl = {};        // for datagrams
  std::string interface = {};              // for joining a group or sending to it; empty: chosen by the system
  WaitStrategy wait = {};                  // for a receive, and for a send without room
  std::string credentials = {};            // for TLS: the name of the credentials
  // Places for loaned sequences: their number in each direction, and the octets of each. Ignored by transports without
  // shared memory. A listener provides what each of its clients requests.
  std::uint64_t loan_count = 0;
  std::uint64_t loan_octets = 0;
  // A peer is considered gone if its host is silent for this long; zero means never. For connections over a network.
  std::chrono::milliseconds peer_silence_max{30'000};
  // True if the peer sends octets without having been asked, as TLS does below its own stream.
  bool peer_speaks_unasked = false;
};

struct Connected {
  std::unique_ptr<Stream> stream;  // nullptr on failure: see `result` and `detail`
  Result result;
  std::string detail;  // "connect to tcp:10.0.0.7:2809: connection refused", with each address tried
};

// Makes a result without a stream, with the reason and its text.
Connected failed_connect(const Endpoint& to, const Result& result);
Connected failed_connect(const Endpoint& to, const Result& result, std::string_view why);
// Makes a failure from an exception, with the exception's errno, or EINVAL.
Connected failed_connect(const Endpoint& to, const std::exception& error);

class SecureTransport;

class Transport {
 public:
  virtual ~Transport() = default;

  // Returns a name of qos::transport_table, or another name, for tests.
  virtual std::string_view name() const noexcept = 0;
  const qos::TransportTraits& traits() const noexcept { return qos::traits_of(name()); }

  // Returns this object if it is TLS over another transport, otherwise nullptr.
  virtual SecureTransport* secure() noexcept { return nullptr; }

  // Returns the options that a stream of this kind cannot have at the connecting (client) or listening (server) end,
  // and why; empty if it can have all of them. connect() and listen() throw QoSError for such options.
  virtual std::string cannot_have(const StreamOptions& options, End end) const {
    static_cast<void>(options);
    static_cast<void>(end);
    return {};
  }

  // Resolves the host and connects to one of its addresses; blocks until the deadline at most. If the deadline has
  // passed (no_wait), does only what can be done at once.
  virtual Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) = 0;

  // Like connect(), but never blocks the caller. Calls `done` exactly once, on any thread, possibly before this
  // returns; after end_connecting(), with Status::closed. `done` must not throw, nor block for long, since other
  // connects wait for it. Throws what connect() throws for options that a stream cannot have, without calling `done`.
  // In a build without threads it is the same as connect(), and blocks.
  using ConnectDone = std::function<void(Connected)>;
  virtual void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) = 0;

  // Ends each begin_connect() in progress with Status::closed, and later ones at once. Returns when `done` has returned
  // for each. Idempotent. Must not be called within a `done`. Also called by a transport's destructor.
  virtual void end_connecting() noexcept = 0;

  // Listens; port 0 selects a free port. An empty host means every local address. The accepted streams have the
  // options. Throws std::system_error, which names the endpoint, if it cannot listen.
  virtual std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) = 0;
};

}  // namespace dimma::transport
