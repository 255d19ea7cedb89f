#pragma once
// The sending side of a client's connection. Sends the messages of many threads one after the other, each as a whole.
//
// A deadline never truncates a message: the part that could not be sent in time is kept, and sent before the next
// message. So the deadline of one call affects no other call, and the server reads a sequence of whole messages.

#include "base/sync/assert.hpp"
#include "execution/timed_mutex.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// The channel that reads the connection's replies.
class ReplyReader {
 public:
  // Reads the replies that have arrived and hands them to their callers, unless another thread reads. Never waits.
  // Called by a thread that has no room to send, because the server may have to send its replies before it reads on.
  virtual void read_replies() noexcept = 0;

 protected:
  ~ReplyReader() = default;
};

class SendSide {
 public:
  SendSide(transport::Stream& stream, ReplyReader& replies) noexcept : stream_(stream), replies_(replies) {}

  // The permit to send. All members below require that the calling thread holds it.
  execution::TimedMutex& permit() noexcept DIMMA_RETURNS_LOCK(permit_) { return permit_; }

  // Called before the first octet of a message. Sends the octets kept from an earlier message. Returns Status::timeout
  // if they could not be sent in time. They stay kept, and the new message cannot begin.
  transport::Result begin(Deadline deadline) {
    if (begin_at_once()) return {};
    return send_rest(deadline);
  }
  // Like begin() if no octets are kept. Otherwise returns false and does nothing.
  bool begin_at_once() noexcept {
    has_begun_ = false;
    return !is_late();
  }
  // Sends part of a message. Keeps the octets that cannot be sent before the deadline, and all later parts of the same
  // message. Returns Status::timeout if nothing of the message was sent; then nothing is kept. Changes the pieces.
  transport::Result send(std::span<iovec> pieces, Deadline deadline) {
    if (is_late()) return keep(pieces);
    const auto result = stream_.send(pieces, no_wait);
    if (!result) return send_on(pieces, result, deadline);
    has_begun_ = true;
    return result;
  }

  // Like send(), but never waits: keeps the octets that the stream does not take.
  transport::Result send_or_keep(std::span<iovec> pieces) {
    if (is_late()) return keep(pieces);
    const auto result = stream_.send(pieces, no_wait);
    return result.status == transport::Status::timeout ? keep(pieces) : result;
  }
  // Appends octets to those that are kept.
  transport::Result keep(std::span<const iovec> pieces) noexcept;
  // Sends as many of the kept octets as the stream takes.
  transport::Result send_rest_now();
  std::size_t octets_kept() const noexcept { return rest_.size() - rest_sent_; }

  // Sends a whole message, right after begin(). Unless it returns Status::ok, send_rest_of_whole() has to follow.
  transport::Result send_whole(std::span<iovec> pieces) {
    DIMMA_ASSERT(!is_late());
    has_begun_ = true;
    return stream_.send(pieces, no_wait);
  }
  // Sends the octets that send_whole() has left, as send() does.
  transport::Result send_rest_of_whole(std::span<iovec> pieces, const transport::Result& first, Deadline deadline) {
    DIMMA_ASSERT(!is_late());
    has_begun_ = false;
    return send_on(pieces, first, deadline);
  }

  // True if part of the message has been sent.
  bool has_begun() const noexcept { return has_begun_; }
  // True if part of the message has been kept.
  bool is_late() const noexcept { return !rest_.empty(); }

 private:
  transport::Result send_rest(Deadline deadline);
  transport::Result send_on(std::span<iovec> pieces, const transport::Result& first, Deadline deadline);
  transport::Result send_slices(std::span<iovec> pieces, transport::Result sent, Deadline deadline);
  void clear_rest() noexcept;

  transport::Stream& stream_;
  ReplyReader& replies_;
  execution::TimedMutex permit_;
  bool has_begun_ = false;
  std::vector<std::byte> rest_;
  std::size_t rest_sent_ = 0;  // the number of octets of rest_ that have been sent
};

}  // namespace dimma::iiop
