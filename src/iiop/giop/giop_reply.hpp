#pragma once
// Reply and LocateReply (CORBA 3.3 part 2, 9.4.3 and 9.4.6).

#include "iiop/giop/giop.hpp"
#include "iiop/giop/giop_request.hpp"

#include <dimma/generated/server_request.hpp>

#include <array>
#include <cstring>
#include <vector>

namespace dimma::iiop {

using ReplyStatus = ServerRequest::ReplyStatus;

struct ReplyHeader {
  std::uint32_t request_id = 0;
  ReplyStatus status = ReplyStatus::no_exception;
  ServiceContexts contexts;
};
// Decodes the header of a Reply with a decoder from body_of(), and leaves `in` at the body: the results, an exception
// (cdr/stream/exceptions.hpp), a reference (channel/forward.hpp) or an addressing mode (read_addressing_mode).
ReplyHeader read_reply_header(cdr::Decoder& in, std::uint8_t minor);

// The length of the header of a plain reply: GIOP 1.2, in this machine's byte order, without exception or service
// contexts. Nearly every reply is plain.
inline constexpr std::size_t plain_reply_octets = header_octets + 3 * sizeof(std::uint32_t);
[[gnu::always_inline]] inline std::uint32_t plain_reply_id(OctetView message) noexcept {
  return cdr::detail::load<std::uint32_t>(message.data() + header_octets, false);
}
// The first octets of a plain reply that is not fragmented. The size follows.
inline constexpr std::uint64_t plain_reply_begin = [] {
  constexpr bool is_little = std::endian::native == std::endian::little;
  return std::bit_cast<std::uint64_t>(std::array<std::uint8_t, sizeof(std::uint64_t)>{
      'G', 'I', 'O', 'P', 1, 2, is_little ? 1 : 0, static_cast<std::uint8_t>(MessageType::reply)});
}();
[[gnu::always_inline]] inline bool is_plain_reply_to(std::uint32_t request_id, OctetView message) noexcept {
  if (message.size() < plain_reply_octets) return false;
  if (cdr::detail::load<std::uint64_t>(message.data(), false) != plain_reply_begin) return false;
  if (plain_reply_id(message) != request_id) return false;
  return cdr::detail::load<std::uint64_t>(message.data() + header_octets + sizeof request_id, false) == 0;
}
[[gnu::always_inline]] inline bool is_plain_reply(OctetView message) noexcept {
  return message.size() >= plain_reply_octets && is_plain_reply_to(plain_reply_id(message), message);
}

// Writes the header of a plain reply into a buffer that has room for it, and begins the body.
[[gnu::always_inline]] inline BodyMark begin_plain_reply(cdr::Encoder& out, std::uint32_t request_id,
                                                         ReplyStatus status) noexcept {
  out.reset();
  std::byte* const at = out.base();
  const std::uint32_t rest[] = {0, request_id, static_cast<std::uint32_t>(status), 0};
  std::memcpy(at, &plain_reply_begin, sizeof plain_reply_begin);
  std::memcpy(at + sizeof plain_reply_begin, rest, sizeof rest);
  out.filled_to(plain_reply_octets);
  return {plain_reply_octets, plain_reply_octets};
}

// Writes the header of a Reply from the encoder's first octet on and begins its body. Before GIOP 1.2, sends
// location_forward for location_forward_perm, and throws CORBA::INTERNAL for needs_addressing_mode.
BodyMark begin_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, ReplyStatus status,
                     std::span<const ServiceContext> contexts = {});

enum class LocateStatus : std::uint32_t {
  unknown_object = 0,
  object_here = 1,
  object_forward = 2,
  object_forward_perm = 3,  // this and the next two: since GIOP 1.2
  system_exception = 4,
  needs_addressing_mode = 5,
};

struct LocateReplyHeader {
  std::uint32_t request_id = 0;
  LocateStatus status = LocateStatus::unknown_object;
};
// Like read_reply_header(). The body of a LocateReply is not aligned in any version.
LocateReplyHeader read_locate_reply(cdr::Decoder& in, std::uint8_t minor);

// Writes the header of a LocateReply; the body, if the status has one, follows, then end_message(). Before GIOP 1.2,
// sends object_forward for object_forward_perm, and unknown_object for the other statuses that 1.2 has added.
void begin_locate_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, LocateStatus status);

// Returns the addressing mode that a server requires. Throws CORBA::MARSHAL if it is not one of the three.
Addressing read_addressing_mode(cdr::Decoder& in);

}  // namespace dimma::iiop
