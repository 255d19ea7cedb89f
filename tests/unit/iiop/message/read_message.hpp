#pragma once
// Reads the whole content of a message, as a channel would: for tests and fuzz targets of hostile octets.

#include "channel/forward.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"

namespace dimma::test {

// Throws CORBA::MARSHAL for malformed messages. Returns the total octets of the views and the body, which cannot be
// more than the message has.
inline std::size_t read_message(const iiop::MessageHeader& header, iiop::OctetView message) {
  using namespace dimma::iiop;
  const auto octets_of = [](const ServiceContexts& contexts) {
    std::size_t octets = 0;
    for (const ServiceContext context : contexts) octets += context.data.size();
    return octets;
  };
  cdr::Decoder in = body_of(header, message, CORBA::COMPLETED_NO);
  switch (header.type) {
    case MessageType::request: {
      const RequestHeader request = read_request_header(in, header.minor);
      return request.object_key.size() + request.operation.size() + octets_of(request.contexts) + in.remaining();
    }
    case MessageType::reply: {
      const ReplyHeader reply = read_reply_header(in, header.minor);
      const std::size_t octets = octets_of(reply.contexts) + in.remaining();
      switch (reply.status) {
        case ReplyStatus::system_exception:
          cdr::read_system_exception(in);
          break;
        case ReplyStatus::location_forward:
        case ReplyStatus::location_forward_perm:
          channel::read_forward(in);
          break;
        case ReplyStatus::needs_addressing_mode:
          read_addressing_mode(in);
          break;
        default:
          break;
      }
      return octets;
    }
    case MessageType::locate_request:
      return read_locate_request(in, header.minor).object_key.size();
    case MessageType::locate_reply: {
      const LocateReplyHeader reply = read_locate_reply(in, header.minor);
      if (reply.status == LocateStatus::object_forward) channel::read_forward(in);
      return 0;
    }
    case MessageType::cancel_request:
      read_cancel_request(in);
      return 0;
    default:
      return 0;
  }
}

}  // namespace dimma::test
