#pragma once
// A long message that is sent while it is being written.
//
// When the buffer is full the message's length is found by having it written once more, only counted; it goes into the
// header, and what is there is sent. From then on the buffer is sent whenever it is full. So the message needs no
// buffer of its length, and the peer decodes its beginning while its end is being encoded.

#include "base/sync.hpp"
#include "iiop/giop.hpp"
#include "qos/turn.hpp"

#include <dimma/cdr/drain.hpp>

#include <span>

#include <sys/uio.h>

namespace dimma::iiop {

// Attached to the encoder's buffer for its own life, on the stack of who writes the message.
class PartedMessage : private cdr::Drain {
 public:
  PartedMessage(const PartedMessage&) = delete;
  PartedMessage& operator=(const PartedMessage&) = delete;

 protected:
  // `write` writes the whole message, header included, each time the same. One that is longer than `octets_most` is not
  // parted. `sending`: nobody else sends between the parts.
  PartedMessage(cdr::Encoder& out, function_ref<void(cdr::Encoder&)> write, std::size_t octets_most,
                qos::Turn& sending);
  ~PartedMessage();

  // Whether octets are gone: then the rest has to follow, or the connection to end.
  bool begun() const noexcept { return total_ != 0; }
  // Sends the rest. Throws CORBA::INTERNAL when the message has become another length than it was.
  void finish();
  bool finished() const noexcept { return finished_; }

 private:
  void drain(cdr::Encoder& out) final;
  void send_what_is_there();
  // Throws when it can't be sent.
  virtual void send(std::span<iovec> pieces) = 0;

  cdr::Encoder& out_;
  const function_ref<void(cdr::Encoder&)> write_;
  const std::size_t octets_most_;
  std::unique_lock<qos::Turn> sending_;
  std::size_t total_ = 0;
  bool declined_ = false;
  bool finished_ = false;
};

}  // namespace dimma::iiop
