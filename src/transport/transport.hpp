#pragma once
// The transport seam: what a transport (tcp, tls, unix, shm, memory) offers to protocols.
//
// A Stream is an ordered, reliable stream of octets to one peer. A Listener accepts them. A Transport makes both.
// Every transport passes tests/unit/transport/conformance.hpp.
//
// Threads: at most one thread receives and one thread sends on a stream at a time (a protocol holds its own locks);
// shutdown() may come from any thread at any time. Only begin_connect() calls back.
// Errors: what a peer or a network can cause is a Status in a result, never an exception. An exception means that
// this process lacks something (std::bad_alloc, std::system_error for an option that the system refuses).

#include "base/deadline.hpp"
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
  end,      // the peer closed in order; nothing more will come
  timeout,  // the deadline or the receive timeout passed first; the stream is still usable
  closed,   // shutdown() was called at this end
  failed,   // reset, unreachable, refused ...: `error` is the errno
};

struct Result {
  Status status = Status::ok;
  std::size_t octets = 0;  // received; for send: handed to the system
  int error = 0;

  explicit operator bool() const noexcept { return status == Status::ok; }
};

// "timed out", "connection reset by peer", ...
std::string describe(const Result& result);

// The address of a listener, or one to connect to. For tcp: host (name or address, IPv6 without brackets) and port. For
// transports of this machine, `host` is the socket's name, "@name" for an abstract one and "/path" for a file, and
// there is no port. A socket without a name, such as one that connects, has an empty host.
struct Endpoint {
  std::string transport = "tcp";
  std::string host;
  std::uint16_t port = 0;

  friend bool operator==(const Endpoint&, const Endpoint&) = default;
};
// True for an endpoint of a transport within this machine: a name and no port.
inline bool is_local(const Endpoint& endpoint) { return endpoint.transport == "unix" || endpoint.transport == "shm"; }
std::string to_string(const Endpoint& endpoint);  // "tcp:localhost:2809", "tcp:[::1]:2809", "unix:@name"

class Stream : public reactor::Pollable {
 public:
  // Blocks until at least one octet is there, and takes what is there, up to into.size(). Takes one receive system call
  // unless a deadline or a fault intervenes.
  virtual Result receive(std::span<std::byte> into, Deadline deadline = no_deadline) = 0;

  // Blocks until all octets of all pieces are handed to the system: one gather write if it takes them at once. On
  // timeout or failure some of them may have gone. Changes the pieces: on timeout they hold what has not gone, and
  // sending them again continues where this call ended. After a failure the stream can only be shut down.
  virtual Result send(std::span<iovec> pieces, Deadline deadline = no_deadline) = 0;

  // Has receive() without a deadline return Status::timeout after this long without an octet; zero: never. Costs
  // nothing per receive.
  virtual void receive_timeout(std::chrono::milliseconds limit) = 0;

  // Polls readable, after prepare_poll(), whenever receive() would not block (octets, end, failure, shutdown). It may
  // also poll readable for octets of the transport's own protocol that receive() turns into nothing; receive() then
  // ends by its timeout.
  int handle() const noexcept override = 0;

  // A file descriptor that polls writable when send() can go on after a timeout. Negative if there is none, and the
  // sender has to try again from time to time. Belongs to the stream.
  virtual int send_handle() const noexcept { return -1; }

  // Called by the thread whose turn it is to receive. Returns false if receive() would not block right now, which the
  // handle need not show. For a transport whose octets do not come through the handle; costs other transports nothing.
  bool prepare_poll() noexcept override { return true; }

  // True if the handle may be watched by edges: a receive() that leaves room in `into` has taken all that was there,
  // and the handle becomes readable anew for octets that come later.
  virtual bool shows_edges() const noexcept { return false; }

  // True if octets wait to be received. Thread safe. Makes one system call at most, and takes nothing from the stream.
  virtual bool octets_wait() const noexcept = 0;

  // True if the peer's system has left octets unacknowledged for a while, again and again: its host has gone, or is cut
  // off. The system of a peer that is merely slow acknowledges. Thread safe. Makes one system call at most.
  virtual bool peer_is_silent() const noexcept { return false; }

  // Ends both directions: a blocked or later receive or send of this end returns closed (or end); the peer sees end.
  virtual void shutdown() noexcept = 0;

  // Ends the stream in order: what has been sent arrives before the peer sees the end, even if the peer goes on
  // sending. That need not be so after shutdown(). The stream is of no further use. Does not wake a thread that blocks
  // in receive(): a shutdown() after it does, at which the system drops what it has not sent if more octets arrive.
  virtual void end_sending() noexcept { shutdown(); }

  virtual Endpoint local() const = 0;
  virtual Endpoint peer() const = 0;

  // All that is known of the peer, after the handshake if there is one. May be called once the first octets have been
  // received, from any thread, while others receive and send. May make system calls, so callers keep the answer.
  virtual Peer identify_peer() const;

  // Returns why the last receive or send failed, if the stream knows more than the error's number; otherwise empty.
  virtual std::string failure() const { return {}; }

  // The memory for loaned sequences that both ends share, once the first octets have been received or sent; nullptr if
  // there is none. If both are in this process it may be loans_within_process(). Thread safe.
  virtual std::shared_ptr<dimma::LoanArena> loans() const noexcept { return nullptr; }

 protected:
  Stream() = default;
};

class Listener {
 public:
  virtual ~Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  // Takes one waiting connection; nullptr if it can take none (another thread took it, the peer is gone, or this
  // process is out of descriptors: then `error` says so and the caller tries again later). Never blocks.
  virtual std::unique_ptr<Stream> accept(int& error) = 0;

  // Polls readable while a connection waits. Belongs to the listener.
  virtual int handle() const noexcept = 0;

  // The address at which it listens, with the real port if 0 was asked for.
  virtual Endpoint endpoint() const = 0;

  // Accepts no further connection, and frees the address. Idempotent.
  virtual void close() noexcept = 0;

  // Ends the accepted connections whose handshakes have not ended in time. Returns when it has to be called again;
  // no_deadline: not before another connection is accepted.
  virtual Deadline end_overdue() noexcept { return no_deadline; }

 protected:
  Listener() = default;
};

// The parts of a channel's QoS that concern its streams: `socket` and `wait`. A transport makes exactly that, or throws
// QoSError naming the field.
struct StreamOptions {
  std::size_t send_buffer_octets = 0;  // for the socket, or the ring if there is one; zero: the transport's own
  std::size_t receive_buffer_octets = 0;
  std::optional<unsigned> dscp = {};
  std::chrono::microseconds busy_poll{0};  // zero: the system's
  std::optional<unsigned> ttl = {};        // for datagrams
  std::string interface = {};              // for joining a group, or sending to it; empty: the system decides
  WaitStrategy wait = {};                  // for a receive, and for a send that finds no room
  std::string credentials = {};            // for TLS, by their name
  // Places for loaned sequences: their number in each direction, and the octets of each. Transports without shared
  // memory ignore this. A listener has what each of its clients asks for.
  std::uint64_t loan_count = 0;
  std::uint64_t loan_octets = 0;
  // A peer counts as gone if nothing is heard from its host for this long; zero: never. For connections over a network.
  std::chrono::milliseconds peer_silence_max{30'000};
  // True if the peer sends octets that it has not been asked for, as TLS does below its own stream.
  bool peer_speaks_unasked = false;
};

struct Connected {
  std::unique_ptr<Stream> stream;  // nullptr: `result` and `detail` say why
  Result result;
  std::string detail;  // "connect to tcp:10.0.0.7:2809: connection refused", naming each address tried
};

// Makes a result without a stream, with the reason and its text.
Connected failed_connect(const Endpoint& to, const Result& result);
Connected failed_connect(const Endpoint& to, const Result& result, std::string_view why);
// Makes a failure of an exception: with the exception's errno, or EINVAL.
Connected failed_connect(const Endpoint& to, const std::exception& error);

class Transport {
 public:
  virtual ~Transport() = default;

  virtual std::string_view name() const noexcept = 0;

  // Returns the options that a stream of this kind can't have at the end that connects (client) or that listens
  // (server), and why; empty if it can have them all. connect() and listen() throw QoSError for them.
  virtual std::string cannot_have(const StreamOptions& options, End end) const {
    static_cast<void>(options);
    static_cast<void>(end);
    return {};
  }

  // Resolves and connects to one of the name's addresses; blocks until the deadline at most. If the deadline has passed
  // (no_wait), it does what can be done at once.
  virtual Connected connect(const Endpoint& to, Deadline deadline, const StreamOptions& options) = 0;

  // The same without ever blocking the caller. Calls `done` exactly once, on any thread, possibly before this returns;
  // after end_connecting(), with Status::closed. `done` must not throw, nor block for long: others wait for it. Throws
  // what connect() throws for options that a stream can't have, and then does not call `done`. In a build without
  // threads it is connect(), and blocks as that does.
  using ConnectDone = std::function<void(Connected)>;
  virtual void begin_connect(const Endpoint& to, Deadline deadline, const StreamOptions& options, ConnectDone done) = 0;

  // Ends each begin_connect() in progress with Status::closed, and later ones at once. Returns when `done` has returned
  // for each. Idempotent. Must not be called within a `done`. A transport's destructor does it too.
  virtual void end_connecting() noexcept = 0;

  // Listens; port 0 picks a free one. An empty host means every local address.
  // The accepted streams have the options. Throws std::system_error naming the endpoint if it can't listen.
  virtual std::unique_ptr<Listener> listen(const Endpoint& at, const StreamOptions& options) = 0;
};

}  // namespace dimma::transport
