// Waits for a reply: one of the waiting callers receives, for all callers of a shared connection.

#include "base/copied_failure.hpp"
#include "base/sealing.hpp"
#include "iiop/client/shared/call_slot_lease.hpp"
#include "iiop/client/shared/shared_connection.hpp"

#include <dimma/minor.hpp>

#include <utility>

namespace dimma::iiop {

// Returns a view of the reply, which is in the slot or, while the call has the lead, in the connection's own buffer.
Incoming SharedConnection::await_reply(CallSlotLease& call, const ChannelTarget& target, Deadline deadline) {
  auto& slot = call.slot();
  if (!call.leading) {
    sync::UniqueLock lock(mutex_);
    if (slot.state == State::sending) slot.state = State::waiting;
    while (slot.state == State::waiting) {
      if (ended_) std::rethrow_exception(copy_of(ended_));
      if (!led_ || lead_is_idle_) {
        take_the_lead_locked();
        call.leading = true;
        break;
      }
      if (deadline == no_deadline) {
        slot.wake.wait(lock);
      } else if (slot.wake.wait_until(lock, deadline) == std::cv_status::timeout && slot.state == State::waiting) {
        slot.state = State::failed;
        if (!led_) pass_the_lead_locked();  // this caller may have been woken to take the lead
        lock.unlock();
        give_up(slot, target);
        throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_MAYBE, sealing::words([this] {
                               return "no reply from " + to_string(stream().peer()) + " before the deadline";
                             }));
      }
    }
    if (slot.state == State::failed) std::rethrow_exception(slot.failure);
    call.delivered = slot.state == State::answered;
    if (call.delivered) return {slot.reply_header, *slot.reply};
  }
  try {
    return lead(call, deadline);
  } catch (...) {
    lead_has_failed(slot, target);
    throw;
  }
}

Incoming SharedConnection::lead(CallSlotLease& call, Deadline deadline) {
  for (;;) {
    const bool is_there = std::exchange(call.has_message, false);
    const auto message = is_there ? connection_.received() : connection_.receive_streaming(deadline);
    const auto id = request_id_of(message);
    if (id == call.slot().request_id()) return message;
    deliver(message.rest == nullptr ? message : connection_.receive_whole(deadline), id);
  }
}

}  // namespace dimma::iiop
