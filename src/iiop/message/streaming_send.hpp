#pragma once
// A long message that is sent while it is being encoded.
//
// Whenever the buffer is full, its contents are sent. So the message needs no buffer of its full length, and the peer
// decodes its beginning while its end is being encoded. A peer that accepts streamed fragments is sent the parts as
// fragments. For other peers, the message is first encoded without being stored, to compute the length that its header
// needs.

#include "base/sync/sync.hpp"
#include "execution/timed_mutex.hpp"
#include "iiop/giop/giop.hpp"
#include "iiop/message/fragment_writer.hpp"
#include "transport/transport.hpp"

#include <dimma/generated/cdr/drain.hpp>

#include <span>

#include <sys/uio.h>

namespace dimma::iiop {

// Attached to the encoder's buffer while it exists, on the stack of the thread that encodes the message.
class StreamingSend : private cdr::Drain {
 public:
  StreamingSend(const StreamingSend&) = delete;
  StreamingSend& operator=(const StreamingSend&) = delete;

 protected:
  // How the message is sent.
  struct Terms {
    bool in_fragments;                // otherwise in one message, whose length has to be computed
    std::size_t octets_max;           // a longer message is not sent in parts
    execution::TimedMutex& sending;   // keeps other messages from being sent between the parts
    Deadline deadline = no_deadline;  // for waiting for `sending`
  };
  // `write` encodes the whole message, including its header, and the same octets each time.
  StreamingSend(cdr::Encoder& out, function_ref<void(cdr::Encoder&)> write, const Terms& terms);
  ~StreamingSend();

  // True if parts were given to send(). Then the rest must follow or be cancelled, or the connection must end.
  bool begun() const noexcept { return begun_; }
  // Sends the rest. Throws CORBA::INTERNAL if a message of known length has changed.
  void finish();
  bool finished() const noexcept { return finished_; }
  // True if the connection can go on without the rest: after break_off(), or when the message has been cancelled.
  bool can_be_left() const noexcept { return terms_.in_fragments && !failed_; }
  // Sends a last fragment that is too short, so that the receiver finds the message incomplete.
  void break_off();
  std::uint32_t request_id() const noexcept { return fragments_.request_id(); }

 private:
  void drain(cdr::Encoder& out) final;
  // The permit stays held until this object is destroyed, which the thread-safety analysis cannot follow.
  bool begin() DIMMA_NO_THREAD_SAFETY_ANALYSIS;
  void send_what_is_there(bool is_last);
  // Throws if the pieces cannot be sent.
  virtual void send(std::span<iovec> pieces) = 0;

  cdr::Encoder& out_;
  const function_ref<void(cdr::Encoder&)> write_;
  const Terms terms_;
  std::unique_lock<execution::TimedMutex> sending_;
  FragmentWriter fragments_;
  std::size_t total_ = 0;  // the length of the message, if it is known
  bool begun_ = false;
  bool declined_ = false;
  bool failed_ = false;  // a part could not be sent
  bool finished_ = false;
};

}  // namespace dimma::iiop
