#include "iiop/server/requests/locate_request.hpp"

#include "channel/forward.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"

namespace dimma::iiop {

void answer_locate_request(RequestOrigin& connection, Serving& serving, const MessageHeader& message,
                           OctetView octets) {
  auto in = body_of(message, octets, CORBA::COMPLETED_NO);
  const auto header = read_locate_request(in, message.minor);
  channel::Octets forward_to;
  const auto found = connection.core()->dispatcher.locate(header.object_key, forward_to, &connection.session());
  cdr::Encoder out(serving.reply, connection.core()->rules.settings.byte_order);
  switch (found) {
    case channel::Located::unknown_object:
      begin_locate_reply(out, message.minor, header.request_id, LocateStatus::unknown_object);
      break;
    case channel::Located::object_here:
      begin_locate_reply(out, message.minor, header.request_id, LocateStatus::object_here);
      break;
    case channel::Located::object_forward:
      begin_locate_reply(out, message.minor, header.request_id, LocateStatus::object_forward);
      channel::write_forward(out, forward_to);
      break;
  }
  end_message(out);
  connection.replies().send(out);
}

}  // namespace dimma::iiop
