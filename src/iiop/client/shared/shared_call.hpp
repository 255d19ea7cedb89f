#pragma once
// A synchronous call, from taking a slot to decoding the results. Inlined into the channel's code.

#include "channel/nested_wait.hpp"
#include "iiop/client/connection/streaming_request.hpp"
#include "iiop/client/shared/call_slot_lease.hpp"

namespace dimma::iiop {

// Fast path: returns true if the lead was free and the next message is the call's own reply, of the usual form.
// Otherwise the caller goes on with await_reply().
[[gnu::always_inline]] inline bool SharedConnection::is_answered_at_once(CallSlotLease& call,
                                                                         const ChannelTarget& target,
                                                                         Deadline deadline) {
  if constexpr (!sync::has_threads) return false;
  Slot& slot = call.slot();
  {
    const sync::LockGuard lock(mutex_);
    if (slot.state != State::sending || led_)  // led_ stays true if a reading thread has ended
      return false;
    slot.state = State::waiting;
    take_the_lead_locked();
    call.leading = true;
  }
  try {
    call.has_message = connection_.receive_usual(deadline);
  } catch (...) {
    lead_has_failed(slot, target);
    throw;
  }
  return call.has_message && connection_.answers(slot.request_id());
}

[[gnu::always_inline]] inline channel::Outcome SharedConnection::call_inline(const ChannelTarget& target,
                                                                             const channel::Request& request,
                                                                             MessageBuffers* buffers) {
  for (bool asked = false;; asked = true) {
    CallSlotLease call(*this, buffers);
    Slot& slot = call.slot();
    slot.out->clear_external_blocks();
    cdr::Encoder out(*slot.out, target.order());
    const HeaderForm form = connection_.header_form();
    // Must precede sending: the server may call back as soon as it has the request.
    const channel::NestedWait waiting(!request.operation.oneway);
    if (request.operation.parted) {
      slot.standing = {};
      send_in_parts(connection_, out, target, request, slot.request_id(), form);
    } else {
      target.write_request_over(out, slot.standing, slot.request_id(), request, form);
      connection_.send(out, target.packets_max(), request.deadline);
    }
    if (form.introduces()) connection_.introduced();
    if (request.operation.oneway) return {};

    if (is_answered_at_once(call, target, request.deadline) && buffers == nullptr && request.call_options == nullptr) {
      connection_.read_results(request, target.text_form());
      return {};
    }
    const auto message = await_reply(call, target, request.deadline);
    if (buffers != nullptr) require_fits(slot, message);
    auto reply = open_reply(message);
    if (reply.header.status == ReplyStatus::needs_addressing_mode && !asked) {
      connection_.addressing(read_addressing_mode(reply.body));
      continue;
    }
    reply.body.text_form(target.text_form());
    return finish_call(connection_, request, reply);
  }
}

}  // namespace dimma::iiop
