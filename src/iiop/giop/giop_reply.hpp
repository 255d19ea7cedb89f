#pragma once
// Reply and LocateReply (CORBA 3.3 part 2, 9.4.3 and 9.4.6).

#include "iiop/giop/giop.hpp"
#include "iiop/giop/giop_request.hpp"

#include <dimma/generated/server_request.hpp>

#include <vector>

namespace dimma::iiop {

using ReplyStatus = ServerRequest::Status;

struct ReplyHeader {
  std::uint32_t request_id = 0;
  ReplyStatus status = ReplyStatus::no_exception;
  ServiceContexts contexts;
};
// Takes the header off a Reply that body_of() opened; `in` is then at the body: the results, an exception
// (cdr/stream/exceptions.hpp), a reference (channel/forward.hpp) or an addressing mode (read_addressing_mode).
ReplyHeader read_reply_header(cdr::Decoder& in, std::uint8_t minor);

// Writes the header of a Reply from the encoder's first octet on and begins its body. What the version does not have
// is sent as what comes closest: location_forward_perm as location_forward before 1.2. Throws CORBA::INTERNAL for
// needs_addressing_mode before 1.2.
BodyMark begin_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, ReplyStatus status,
                     std::span<const ServiceContext> contexts = {});

enum class LocateStatus : std::uint32_t {
  unknown_object = 0,
  object_here = 1,
  object_forward = 2,
  object_forward_perm = 3,  // these three from 1.2
  system_exception = 4,
  needs_addressing_mode = 5,
};

struct LocateReplyHeader {
  std::uint32_t request_id = 0;
  LocateStatus status = LocateStatus::unknown_object;
};
// As read_reply_header(). The body of a LocateReply is not aligned in any version.
LocateReplyHeader read_locate_reply(cdr::Decoder& in, std::uint8_t minor);

// Writes the header of a LocateReply; the body, if the status has one, follows, then end_message(). Of the statuses
// that came with 1.2, object_forward_perm is sent as object_forward before, the others as unknown_object.
void begin_locate_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, LocateStatus status);

// The addressing mode that a server asks for. Throws CORBA::MARSHAL when it is none of the three.
Addressing read_addressing_mode(cdr::Decoder& in);

}  // namespace dimma::iiop
