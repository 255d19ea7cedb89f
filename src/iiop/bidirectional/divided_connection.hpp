#pragma once
// A bidirectional connection, presented as two streams. One carries the peer's requests and their replies, for a
// server's connection. The other carries this end's requests and their replies, for a client's connection. The two
// streams are used independently.
//
// Received messages are queued in the inbox of their half. One thread at a time receives, for both halves: a thread
// that waits for a message or, if no thread waits, a thread of the event loop of the server's end. So a reply never
// waits for an upcall, and a callback that arrives while this end waits for a reply is served by a thread of the
// server's end.
//
// Messages are sent one at a time. If there is no room for a whole message, the rest is kept here and sent when there
// is room, so neither half blocks the other.

#include "base/sync/sync.hpp"
#include "iiop/bidirectional/message_router.hpp"
#include "iiop/message/memory_budget.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/event_loop.hpp"
#include "transport/transport.hpp"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace dimma::iiop {

// True in a build with threads, if the stream transfers its octets through descriptors, as sockets do.
inline bool may_be_divided(const transport::Stream& stream) noexcept {
  return sync::has_threads && stream.send_handle() >= 0;
}

// The half of a connection that carries this end's requests and their replies.
class RepliesHalf : public transport::Stream {
 public:
  // Sets a function that reads the replies that have arrived, without waiting. A thread of the loop calls it if the
  // inbox is full of replies that no thread waits for, because a full inbox stops all receiving.
  virtual void when_unread(std::function<void()> read) = 0;
};

class DividedConnection;

// An endpoint's event loop. Keeps a connection alive while the loop may be handling an event of the connection.
class DividedConnections {
 public:
  explicit DividedConnections(std::shared_ptr<reactor::EventLoop> loop) noexcept : loop_(std::move(loop)) {}

  reactor::EventLoop& loop() noexcept { return *loop_; }
  // Called when the connections have been shut down and no thread of the ORB serves the loop.
  void end() noexcept;

 private:
  friend class DividedConnection;
  void keep(std::shared_ptr<DividedConnection> connection);
  std::shared_ptr<DividedConnection> release(const DividedConnection& connection) noexcept;

  const std::shared_ptr<reactor::EventLoop> loop_;
  sync::Mutex mutex_;
  std::map<const DividedConnection*, std::shared_ptr<DividedConnection>> kept_ DIMMA_GUARDED_BY(mutex_);
};

class DividedConnection final : private reactor::Waiter, public std::enable_shared_from_this<DividedConnection> {
 public:
  // The threads of the server's end serve the loop of `all`. Throws std::system_error.
  static std::shared_ptr<DividedConnection> divide(std::unique_ptr<transport::Stream> stream, ConnectionEnd end,
                                                   std::shared_ptr<DividedConnections> all,
                                                   std::shared_ptr<MemoryBudget> memory);

  DividedConnection(std::unique_ptr<transport::Stream> stream, ConnectionEnd end,
                    std::shared_ptr<DividedConnections> all, std::shared_ptr<MemoryBudget> memory);
  ~DividedConnection() override;

  // Return the halves. Each function may be called once. The connection ends when the first half is destroyed. Until
  // replies() is called, everything that arrives is for the half for requests; after that, replies are for the other.
  std::unique_ptr<transport::Stream> requests();
  std::unique_ptr<transport::Stream> replies();

  bool has_ended() const;
  Peer identify_peer() const { return stream_->identify_peer(); }

 private:
  friend class DividedConnections;
  template <class Base>
  class Half;
  class Requests;
  class Replies;
  using Halves = MessageRouter::Halves;

  // The octets that have been received for one half.
  struct Inbox {
    std::vector<std::byte> octets;
    std::size_t begin = 0;
    std::chrono::milliseconds timeout{0};  // limit for a receive without a deadline; zero: none
    reactor::Descriptor bell;              // an eventfd, readable when the bell has rung
    bool bell_asked = false;
    bool bell_rung = false;

    std::size_t size() const noexcept { return octets.size() - begin; }
    std::size_t take(std::span<std::byte> into) noexcept;
  };

  // Sends the kept octets when the descriptor is writable.
  class Flusher final : public reactor::Waiter {
   public:
    explicit Flusher(DividedConnection& connection) noexcept : connection_(connection) {}
    void readable() noexcept override { connection_.send_kept(); }

   private:
    DividedConnection& connection_;
  };

  // Reads replies that no thread waits for.
  class Drainer final : public reactor::Waiter {
   public:
    explicit Drainer(DividedConnection& connection) noexcept : connection_(connection) {}
    void readable() noexcept override { connection_.drain(); }

   private:
    DividedConnection& connection_;
  };

  template <class Made>
  std::unique_ptr<transport::Stream> half(Halves which);
  void drain_if_full_locked() noexcept DIMMA_REQUIRES(mutex_);
  void drain() noexcept;
  Inbox& inbox(Halves which) noexcept DIMMA_REQUIRES(mutex_) {
    return which == MessageRouter::requests ? requests_ : replies_;
  }

  transport::Result receive(Halves which, std::span<std::byte> into, Deadline deadline);
  bool prepare_poll(Halves which) noexcept;
  bool octets_wait(Halves which) const noexcept;
  transport::Result send(Halves which, std::span<iovec> pieces, Deadline deadline);
  enum class How : std::uint8_t { in_order, at_once };
  void end_in_order() noexcept;
  void shut_down() noexcept;
  bool is_shut() const noexcept;
  bool end_receiving(How how) noexcept;
  void leave_loop() noexcept;
  void leave_loop_locked() noexcept DIMMA_REQUIRES(mutex_, sending_);
  void abandon() noexcept;
  reactor::Poller& poller() const noexcept { return all_->loop().poller(); }

  bool has_room_locked() const noexcept DIMMA_REQUIRES(mutex_);
  bool receive_locked(Deadline deadline) DIMMA_REQUIRES(mutex_);
  void route_locked(OctetView octets) DIMMA_REQUIRES(mutex_);
  void put_locked(Halves to, OctetView octets) DIMMA_REQUIRES(mutex_);
  void refuse_locked() noexcept DIMMA_REQUIRES(mutex_);
  // Sends a MessageError, after which the connection ends.
  void say_error() noexcept DIMMA_REQUIRES(sending_);
  void end_locked(const transport::Result& how) noexcept DIMMA_REQUIRES(mutex_);
  static void ring_locked(Inbox& inbox) noexcept;
  void hand_on_locked() noexcept DIMMA_REQUIRES(mutex_);
  void readable() noexcept override;

  transport::Result send_locked(Halves which, std::span<iovec> pieces) DIMMA_REQUIRES(sending_);
  transport::Result send_kept_locked() noexcept DIMMA_REQUIRES(sending_);
  transport::Result keep_locked(std::span<const iovec> pieces) DIMMA_REQUIRES(sending_);
  void send_kept() noexcept;
  void send_rest() noexcept;
  bool wait_to_send(Halves which, Deadline deadline);

  const std::unique_ptr<transport::Stream> stream_;
  const std::shared_ptr<DividedConnections> all_;
  const bool encrypts_;
  const std::string peer_;
  const std::shared_ptr<MemoryShare> memory_;

  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  MessageRouter router_ DIMMA_GUARDED_BY(mutex_);
  Inbox requests_ DIMMA_GUARDED_BY(mutex_);
  Inbox replies_ DIMMA_GUARDED_BY(mutex_);
  MemoryLease held_ DIMMA_GUARDED_BY(mutex_);         // for both inboxes
  bool receiving_ DIMMA_GUARDED_BY(mutex_) = false;   // a thread is receiving
  bool blocks_ DIMMA_GUARDED_BY(mutex_) = false;      // the receiving thread may block in the stream's receive()
  std::size_t waiting_ DIMMA_GUARDED_BY(mutex_) = 0;  // threads that wait for octets in their inbox
  bool is_shut_ DIMMA_GUARDED_BY(mutex_) = false;
  bool ends_in_order_ DIMMA_GUARDED_BY(mutex_) = false;  // an orderly end has begun
  bool registered_ DIMMA_GUARDED_BY(mutex_) = true;      // with the loop; changed only with sending_ held as well
  bool armed_ DIMMA_GUARDED_BY(mutex_) = false;          // the loop has an event of this object, or will get one
  std::function<void()> read_replies_ DIMMA_GUARDED_BY(mutex_);
  Drainer drainer_{*this};
  bool drainer_posted_ DIMMA_GUARDED_BY(mutex_) = false;
  std::optional<transport::Result> ended_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::byte> buffer_;  // owned by the thread that receives

  sync::Mutex sending_ DIMMA_ACQUIRED_AFTER(mutex_);
  sync::Condition sent_;
  MessageBounds bounds_ DIMMA_GUARDED_BY(sending_);
  Halves sender_ DIMMA_GUARDED_BY(sending_) = 0;  // the half that has sent part of a message; 0: none
  std::vector<std::byte> kept_ DIMMA_GUARDED_BY(sending_);
  std::size_t kept_sent_ DIMMA_GUARDED_BY(sending_) = 0;
  MemoryLease kept_memory_ DIMMA_GUARDED_BY(sending_);
  // A duplicate of the stream's descriptor, registered when it is first needed.
  reactor::Descriptor writable_ DIMMA_GUARDED_BY(sending_);
  Flusher flusher_{*this};
  bool flusher_armed_ DIMMA_GUARDED_BY(sending_) = false;
  bool may_send_ DIMMA_GUARDED_BY(sending_) = true;
};

}  // namespace dimma::iiop
