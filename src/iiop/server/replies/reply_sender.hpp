#pragma once
// The sending side of a server connection. A client that does not read its replies holds up no other client.
//
// A reply that the transport takes as a whole costs one call of the transport. Otherwise the thread waits a few
// milliseconds for the client, and longer only as long as the client keeps reading and another thread of the pool waits
// for work. Then the rest is copied to a queue, and the thread goes on. The queue is sent when the socket becomes
// writable, or at the monitor's ticks if the transport has no descriptor that shows room (shared memory).
//
// While replies are unsent (pending), the connection is not read: back pressure. Requests in progress then append their
// replies to the queue. The number of these requests bounds the queue, and so do its octets
// (Settings::message_octets_max, and one message), which count toward the memory that all connections may hold
// (Settings::memory). A connection with its own thread has no queue: the thread blocks, which holds up no other client.
//
// A client that takes nothing for Settings::send_timeout loses its connection, and so does one that has not taken
// everything within Settings::drain_timeout when the server is being shut down.

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "execution/timed_mutex.hpp"
#include "iiop/server/replies/unsent_octets.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/poller.hpp"
#include "transport/transport.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace dimma::iiop {

class ServerCore;

// The connection whose replies are sent.
class ReplyOwner {
 public:
  // Returns a reference that keeps the connection alive.
  virtual std::shared_ptr<void> keep() noexcept = 0;
  // Keep the connection on its endpoint's list, in addition to the owner of its reading side. The last release()
  // removes it. hold() returns false if the connection has been removed already, because its stream has ended.
  virtual bool hold() noexcept = 0;
  virtual void release() noexcept = 0;
  // Gives up the connection: nothing more is sent, and no more of the received requests are served.
  virtual void give_up(const char* why, log::Event event) noexcept = 0;
  // Called when the client has taken all replies.
  virtual void replies_taken() noexcept = 0;

 protected:
  ~ReplyOwner() = default;
};

class ReplySender final : private reactor::Waiter {
 public:
  // `owner` has this object as a member.
  ReplySender(ReplyOwner& owner, ServerCore& core, transport::Stream& stream) noexcept;
  ~ReplySender() override;

  // Held by the sender of a message from its first piece to its last.
  execution::TimedMutex& permit() noexcept DIMMA_RETURNS_LOCK(permit_) { return permit_; }

  // Sends the pieces or queues them. After a failure the stream has to be shut down.
  [[gnu::always_inline]] transport::Result send(std::span<iovec> pieces) DIMMA_REQUIRES(permit_) {
    if (!pending_.load()) {
      const auto result = stream_.send(pieces, no_wait);
      if (result.status != transport::Status::timeout) return result;
    }
    return send_with_patience(pieces);
  }
  // Sends the last octets of the connection, without waiting. The stream ends after them.
  void send_last(std::span<iovec> pieces) noexcept DIMMA_REQUIRES(permit_);
  // Ends the stream when the queue is empty.
  void end_when_sent() noexcept;
  // Ends the stream at once, in both directions.
  void shut_down() noexcept { stream_.shutdown(); }

  // True while there are replies that the client has not taken.
  bool pending() const noexcept { return pending_.load(); }
  // UnsentOctets::octets() needs no lock.
  std::size_t octets_queued() const noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { return unsent_.octets(); }

  // Called when the connection is being closed: drain_timeout counts from now on.
  void begin_closing() noexcept;
  // Called by the monitor at each tick.
  void tick() noexcept;

 private:
  using Nanoseconds = std::chrono::nanoseconds::rep;

  transport::Result send_with_patience(std::span<iovec> pieces) DIMMA_REQUIRES(permit_);
  transport::Result wait_for_client(std::span<iovec> pieces) DIMMA_REQUIRES(permit_);
  transport::Result send_blocking(std::span<iovec> pieces) DIMMA_REQUIRES(permit_);
  transport::Result send_briefly(std::span<iovec> pieces) DIMMA_REQUIRES(permit_);
  transport::Result queue_behind(std::span<iovec> pieces) DIMMA_REQUIRES(permit_);
  bool wait_for_room() DIMMA_REQUIRES(permit_, mutex_);

  void begin_pending() noexcept;
  void end_pending() noexcept;
  void progressed() noexcept;

  transport::Result append(std::span<const iovec> pieces) noexcept DIMMA_REQUIRES(mutex_);
  transport::Result send_some_of_queue(Deadline deadline) noexcept DIMMA_REQUIRES(mutex_);
  transport::Result send_queue() noexcept DIMMA_REQUIRES(mutex_);
  // Returns false, and clears the queue, if the connection has ended in the meantime.
  bool schedule() noexcept DIMMA_REQUIRES(mutex_);
  void end_stream() noexcept;
  bool begin_polling() noexcept DIMMA_REQUIRES(mutex_);
  void end_polling() noexcept DIMMA_REQUIRES(mutex_);

  void readable() noexcept override;
  bool flush() noexcept;

  ReplyOwner& owner_;
  ServerCore& core_;
  transport::Stream& stream_;

  execution::TimedMutex permit_;
  // Set by the holder of permit_, reset when nothing is left to send. While it is false, only that holder uses the
  // stream. While it is true, a sender also holds mutex_; the one that has set it does so only once it queues octets.
  sync::Atomic<bool> pending_{false};

  sync::Mutex mutex_ DIMMA_ACQUIRED_AFTER(permit_);
  UnsentOctets unsent_ DIMMA_GUARDED_BY(mutex_);
  bool ends_when_sent_ DIMMA_GUARDED_BY(mutex_) = false;
  bool scheduled_ DIMMA_GUARDED_BY(mutex_) = false;  // readable() will be called
  // A duplicate of the socket's descriptor, registered while there is a queue.
  reactor::Descriptor polled_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> wants_retry_{false};  // the monitor retries after ticks_left_
  std::uint32_t ticks_between_ DIMMA_GUARDED_BY(mutex_) = 1;
  sync::Atomic<std::uint32_t> ticks_left_{0};

  // coarse_now() when replies became pending, when the client last took octets, and when closing began (or 0).
  sync::Atomic<Nanoseconds> pending_since_{0};
  sync::Atomic<Nanoseconds> progressed_at_{0};
  sync::Atomic<Nanoseconds> closing_since_{0};
  bool given_up_ = false;  // used only by the monitor
};

}  // namespace dimma::iiop
