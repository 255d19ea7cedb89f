#pragma once
// Sends replies to the client of a connection: one message at a time, alone or in a batch with others.

#include "base/log/log.hpp"
#include "base/sync/sync.hpp"
#include "iiop/message/send.hpp"
#include "iiop/server/core/server_core.hpp"
#include "iiop/server/replies/reply_batch.hpp"
#include "iiop/server/replies/reply_sender.hpp"
#include "transport/transport.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace dimma::iiop {

// Thread-safe, except for the functions that only one thread may call.
class ReplyPort {
 public:
  // `owner` has this object as a member. The other arguments must outlive it.
  ReplyPort(ReplyOwner& owner, ServerCore& core, transport::Stream& stream) noexcept
      : owner_(owner), core_(core), sender_(owner, core, stream) {}

  // Held by the sender of a message from its first piece to its last.
  execution::TimedMutex& permit() noexcept DIMMA_RETURNS_LOCK(sender_.permit()) { return sender_.permit(); }

  // Sends a complete message. Gives up the connection if the message cannot be sent.
  void send(cdr::Encoder& message) noexcept;
  // Like send(), but inlined for the path of an ordinary reply.
  [[gnu::always_inline]] void send_inline(cdr::Encoder& message) noexcept {
    transport::Result result;
    {
      const sync::LockGuard lock(permit());
      if (is_shut()) return;
      result = send_locked(message);
    }
    if (!result) give_up(result);  // the reading thread sees the end of the stream, and ends the connection
  }
  // Sends a part of a reply. If that fails, ends the connection and throws COMM_FAILURE.
  void send_part(std::span<iovec> pieces) DIMMA_REQUIRES(permit());

  // Sends a reply, or adds it to the batch if the next request is like this one and quick. Returns true if the reply
  // waits. Only for the thread that has the reading side.
  bool send_or_batch(cdr::Encoder& message, bool next_is_like) noexcept;
  // True if a request has been timed since the last pause. Only for the thread that has the reading side.
  bool follows_others() const noexcept { return batch_.is_following(); }
  // Called when replies have been sent and more requests have been received. Only for the thread that has the reading
  // side.
  void sent_amid_others() noexcept { batch_.sent(Clock::now()); }
  // Sends the batch when all received requests have been served. Only for the thread that has the reading side.
  void end_batch() noexcept;
  // Sends the batch, if there is one.
  void send_batch() noexcept {
    if (has_batch_.load(std::memory_order_relaxed)) send_batch_now();
  }
  bool has_batch() const noexcept { return has_batch_.load(std::memory_order_relaxed); }

  // Sends CloseConnection as the last message, in a version that a client of GIOP minor version `minor` accepts. If
  // another thread does not release the permit in time, ends the stream without the message.
  void say_farewell(std::uint8_t minor) noexcept;
  // Prevents anything more from being sent.
  void shut() noexcept { is_shut_.store(true); }
  // Ends the stream when the client has taken everything that was sent.
  void end_when_sent() noexcept { sender_.end_when_sent(); }

  // True while there are replies that the client has not taken.
  bool pending() const noexcept { return sender_.pending(); }
  std::size_t octets_queued() const noexcept { return sender_.octets_queued(); }
  // True while the client has to take replies before more requests are read.
  bool holds_up_reading() const noexcept { return pending() && !core_.rules.has_thread_per_connection(); }

  // Called when the connection is being closed: Settings::drain_timeout counts from now on.
  void begin_closing() noexcept { sender_.begin_closing(); }
  // Called by the monitor at each tick.
  void tick() noexcept { sender_.tick(); }

 private:
  bool is_shut() const noexcept { return is_shut_.load(std::memory_order_relaxed); }
  [[gnu::always_inline]] transport::Result send_locked(cdr::Encoder& message) noexcept DIMMA_REQUIRES(permit()) {
    const auto& settings = core_.rules.settings;
    if (is_short(message, settings)) {
      iovec piece{message.buffer().data(), message.size()};
      return sender_.send({&piece, 1});
    }
    return send_long_locked(message);
  }
  transport::Result send_long_locked(cdr::Encoder& message) noexcept DIMMA_REQUIRES(permit());
  transport::Result send_batch_locked() noexcept DIMMA_REQUIRES(permit());
  [[gnu::cold]] void send_batch_now() noexcept;
  [[gnu::cold]] void give_up(const transport::Result& result) noexcept;

  ReplyOwner& owner_;
  ServerCore& core_;
  ReplySender sender_;
  ReplyBatch batch_;
  sync::Atomic<bool> has_batch_{false};  // batch_ is not empty
  sync::Atomic<bool> is_shut_{false};
};

}  // namespace dimma::iiop
