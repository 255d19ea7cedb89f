#pragma once
// The sending side of a divided connection. Its two halves send their messages one at a time.
//
// If the stream has no room for a whole message, the rest is kept here and sent when there is room, so neither half
// blocks the other.

#include "base/deadline.hpp"
#include "base/sync/sync.hpp"
#include "iiop/bidirectional/message_router.hpp"
#include "iiop/message/memory_budget.hpp"
#include "reactor/descriptor.hpp"
#include "reactor/poller.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// Thread-safe. A thread that holds the connection's lock may call all functions except send() and send_rest(), which
// wait.
class DividedSending {
 public:
  using Halves = MessageRouter::Halves;

  // When there is room for the kept octets, the threads of the poller call flusher.readable(), which has to call
  // send_kept().
  DividedSending(transport::Stream& stream, reactor::Poller& poller, reactor::Waiter& flusher,
                 std::shared_ptr<MemoryShare> memory);

  // Like Stream::send(), for one half. Sends all pieces or none; octets that are kept count as sent.
  transport::Result send(Halves which, std::span<iovec> pieces, Deadline deadline) DIMMA_EXCLUDES(mutex_);
  // Sends a MessageError, if that is possible at once and between two messages.
  void send_error() noexcept DIMMA_EXCLUDES(mutex_);

  // Sends kept octets, and has flusher.readable() called again if there is no room for all of them. Returns false if
  // the sending has ended.
  bool send_kept() noexcept DIMMA_EXCLUDES(mutex_);
  // Sends the kept octets on the calling thread, because the loop may have ended.
  void send_rest(Deadline deadline) noexcept DIMMA_EXCLUDES(mutex_);

  // Ends the sending: from now on, no octets are kept. Returns true if the poller has an event for the flusher, or will
  // get one.
  bool end() noexcept DIMMA_EXCLUDES(mutex_);
  // Unregisters from the poller.
  void leave_poller() noexcept DIMMA_EXCLUDES(mutex_);

 private:
  transport::Result send_locked(Halves which, std::span<iovec> pieces) DIMMA_REQUIRES(mutex_);
  transport::Result send_kept_locked() noexcept DIMMA_REQUIRES(mutex_);
  transport::Result keep_locked(std::span<const iovec> pieces) DIMMA_REQUIRES(mutex_);
  void arm_locked() noexcept DIMMA_REQUIRES(mutex_);
  bool wait_to_send(Halves which, Deadline deadline) DIMMA_EXCLUDES(mutex_);

  transport::Stream& stream_;
  reactor::Poller& poller_;
  reactor::Waiter& flusher_;
  const bool encrypts_;

  sync::Mutex mutex_;  // taken after the connection's lock
  sync::Condition changed_;
  MessageBounds bounds_ DIMMA_GUARDED_BY(mutex_);
  Halves sender_ DIMMA_GUARDED_BY(mutex_) = 0;  // the half that has sent part of a message; 0: none
  std::vector<std::byte> kept_ DIMMA_GUARDED_BY(mutex_);
  std::size_t kept_sent_ DIMMA_GUARDED_BY(mutex_) = 0;
  MemoryLease kept_memory_ DIMMA_GUARDED_BY(mutex_);
  // A duplicate of the stream's descriptor, registered when it is first needed.
  reactor::Descriptor writable_ DIMMA_GUARDED_BY(mutex_);
  bool is_armed_ DIMMA_GUARDED_BY(mutex_) = false;  // the poller has an event for the flusher, or will get one
  bool may_send_ DIMMA_GUARDED_BY(mutex_) = true;
};

}  // namespace dimma::iiop
