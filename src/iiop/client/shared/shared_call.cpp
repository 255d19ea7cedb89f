#include "iiop/client/shared/shared_call.hpp"

namespace dimma::iiop {

channel::Outcome SharedConnection::call(const ChannelTarget& target, const channel::Request& request,
                                        MessageBuffers* buffers) {
  return call_inline(target, request, buffers);
}

channel::Located SharedConnection::locate(const ChannelTarget& target, channel::Outcome& forward,
                                          MessageBuffers* buffers, Deadline deadline) {
  CallSlotLease call(*this, buffers);
  call.slot().standing = {};
  call.slot().out->clear_external_blocks();
  cdr::Encoder out(*call.slot().out, target.order());
  target.write_locate(out, call.slot().request_id());
  const channel::NestedWait waiting;
  connection_.send(out, target.packets_max(), deadline);
  const auto message = await_reply(call, target, deadline);
  auto body = body_of(message.header, message.octets, CORBA::COMPLETED_NO);
  return finish_locate(read_locate_reply(body, message.header.minor), body, forward);
}

}  // namespace dimma::iiop
