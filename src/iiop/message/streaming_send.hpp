#pragma once
// A long message that is sent while it is being encoded.
//
// Whenever the buffer is full, its contents are sent. The message thus needs no buffer of its length, and the peer
// decodes its beginning while its end is being encoded. To a peer that accepts streamed fragments the parts are
// fragments. For any other, the message is first encoded without being stored, to find the length that its header
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

// Attached to the encoder's buffer for its own life, on the stack of the thread that writes the message.
class StreamingSend : private cdr::Drain {
 public:
  StreamingSend(const StreamingSend&) = delete;
  StreamingSend& operator=(const StreamingSend&) = delete;

 protected:
  // How the message is sent.
  struct Terms {
    bool in_fragments;                // or in one message, whose length has to be found
    std::size_t octets_max;           // a longer message is not sent in parts
    execution::TimedMutex& sending;   // keeps others from sending between the parts
    Deadline deadline = no_deadline;  // for waiting for that lock
  };
  // `write` writes the whole message, header included, each time the same.
  StreamingSend(cdr::Encoder& out, function_ref<void(cdr::Encoder&)> write, const Terms& terms);
  ~StreamingSend();

  // True if parts were given to send(): then the rest has to follow, or be cancelled, or the connection has to end.
  bool begun() const noexcept { return begun_; }
  // Sends the rest. Throws CORBA::INTERNAL when a message of known length has become another one.
  void finish();
  bool finished() const noexcept { return finished_; }
  // True if the connection can go on without the rest: after break_off(), or when the message has been cancelled.
  bool can_be_left() const noexcept { return terms_.in_fragments && !failed_; }
  // Sends a last fragment that is too short, so that the receiver finds the message incomplete.
  void break_off();
  std::uint32_t request_id() const noexcept { return fragments_.request_id(); }

 private:
  void drain(cdr::Encoder& out) final;
  // The permit stays held until the end of this object, which the analysis can't follow.
  bool begin() DIMMA_NO_THREAD_SAFETY_ANALYSIS;
  void send_what_is_there(bool is_last);
  // Throws when it can't be sent.
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
