#pragma once
// A bidirectional connection, presented as two streams. One carries the peer's requests and their replies, for a
// server's connection. The other carries this end's requests and their replies, for a client's connection. The two
// streams are used independently.
//
// Received messages are queued in the inbox of their half (divided_inboxes.hpp). One thread at a time receives, for
// both halves: a thread that waits for a message or, if no thread waits, a thread of the event loop of the server's
// end. So a reply never waits for an upcall, and a callback that arrives while this end waits for a reply is served by
// a thread of the server's end.
//
// The two halves send their messages one at a time (divided_sending.hpp).

#include "base/sync/sync.hpp"
#include "iiop/bidirectional/divided_inboxes.hpp"
#include "iiop/bidirectional/divided_sending.hpp"
#include "iiop/bidirectional/message_router.hpp"
#include "iiop/message/memory_budget.hpp"
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

  // One thread at a time has the turn to receive from the stream. The others wait.
  struct Turn {
    bool is_taken = false;
    bool blocks = false;      // the thread that has the turn may block in the stream's receive()
    std::size_t waiting = 0;  // threads that wait for octets in their inbox
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

  transport::Result receive(Halves which, std::span<std::byte> into, Deadline deadline);
  bool prepare_poll(Halves which) noexcept;
  bool octets_wait(Halves which) const noexcept;
  enum class How : std::uint8_t { in_order, at_once };
  void end_in_order() noexcept;
  void shut_down() noexcept;
  bool is_shut() const noexcept;
  bool end_receiving(How how) noexcept;
  void leave_loop() noexcept;
  void leave_loop_locked() noexcept DIMMA_REQUIRES(mutex_);
  void abandon() noexcept;
  reactor::Poller& poller() const noexcept { return all_->loop().poller(); }

  bool receive_locked(Deadline deadline) DIMMA_REQUIRES(mutex_);
  void route_locked(OctetView octets) DIMMA_REQUIRES(mutex_);
  void refuse_locked() noexcept DIMMA_REQUIRES(mutex_);
  void end_locked(const transport::Result& how) noexcept DIMMA_REQUIRES(mutex_);
  void hand_on_locked() noexcept DIMMA_REQUIRES(mutex_);
  void readable() noexcept override;
  void send_kept() noexcept;

  const std::unique_ptr<transport::Stream> stream_;
  const std::shared_ptr<DividedConnections> all_;
  const std::string peer_;
  const std::shared_ptr<MemoryShare> memory_;

  mutable sync::Mutex mutex_;
  sync::Condition changed_;
  MessageRouter router_ DIMMA_GUARDED_BY(mutex_);
  DividedInboxes inboxes_ DIMMA_GUARDED_BY(mutex_);
  Turn turn_ DIMMA_GUARDED_BY(mutex_);
  bool is_shut_ DIMMA_GUARDED_BY(mutex_) = false;
  bool ends_in_order_ DIMMA_GUARDED_BY(mutex_) = false;  // an orderly end has begun
  bool registered_ DIMMA_GUARDED_BY(mutex_) = true;      // with the loop
  bool armed_ DIMMA_GUARDED_BY(mutex_) = false;          // the loop has an event of this object, or will get one
  std::function<void()> read_replies_ DIMMA_GUARDED_BY(mutex_);
  Drainer drainer_{*this};
  bool drainer_posted_ DIMMA_GUARDED_BY(mutex_) = false;
  std::optional<transport::Result> ended_ DIMMA_GUARDED_BY(mutex_);
  std::vector<std::byte> buffer_;  // owned by the thread that receives

  Flusher flusher_{*this};
  DividedSending sending_;
};

}  // namespace dimma::iiop
