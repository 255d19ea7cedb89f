#include "iiop/giop/giop_reply.hpp"

#include <dimma/minor.hpp>

#include <string>

namespace dimma::iiop {

namespace {

ReplyStatus read_status(cdr::Decoder& in, std::uint8_t minor) {
  const auto status = in.get<std::uint32_t>();
  const auto last = minor >= 2 ? ReplyStatus::needs_addressing_mode : ReplyStatus::location_forward;
  if (status > static_cast<std::uint32_t>(last)) in.malformed("a reply status that this GIOP version does not define");
  return static_cast<ReplyStatus>(status);
}

// Reads the header of nearly all replies: GIOP 1.2 without service contexts, 24 octets, so that the body is aligned.
// Returns false, and reads nothing, for any other header.
bool read_plain_reply(cdr::Decoder& in, ReplyHeader& header) {
  constexpr std::size_t octets = 3 * sizeof(std::uint32_t);
  if (in.position() != header_octets % 8 || in.remaining() < octets) return false;
  const std::byte* const at = in.rest().data();
  const bool swap = in.order() != std::endian::native;
  const auto status = cdr::detail::load<std::uint32_t>(at + 4, swap);
  const auto contexts = cdr::detail::load<std::uint32_t>(at + 8, swap);
  if (status > static_cast<std::uint32_t>(ReplyStatus::needs_addressing_mode) || contexts != 0) return false;
  header.request_id = cdr::detail::load<std::uint32_t>(at, swap);
  header.status = static_cast<ReplyStatus>(status);
  in.skip(octets);
  return true;
}

}  // namespace

ReplyHeader read_reply_header(cdr::Decoder& in, std::uint8_t minor) {
  ReplyHeader header;
  if (minor >= 2 && read_plain_reply(in, header)) return header;
  if (minor < 2) {
    heed_parts(in);
    header.contexts = ServiceContexts(in);
    header.request_id = in.get<std::uint32_t>();
    header.status = read_status(in, minor);
    return header;
  }
  header.request_id = in.get<std::uint32_t>();
  header.status = read_status(in, minor);
  header.contexts = ServiceContexts(in);
  align_body(in);
  return header;
}

BodyMark begin_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, ReplyStatus status,
                     std::span<const ServiceContext> contexts) {
  if (minor < 2) {
    if (status == ReplyStatus::location_forward_perm) status = ReplyStatus::location_forward;
    if (status == ReplyStatus::needs_addressing_mode) {
      throw CORBA::INTERNAL(minor::internal_reply_status, CORBA::COMPLETED_NO,
                            "GIOP 1." + std::to_string(minor) + " does not support addressing modes");
    }
  }
  begin_message(out, minor, MessageType::reply);
  if (minor < 2) write_service_contexts(out, contexts);
  out.put(request_id);
  out.put(static_cast<std::uint32_t>(status));
  if (minor >= 2) write_service_contexts(out, contexts);
  return begin_body(out, minor);
}

LocateReplyHeader read_locate_reply(cdr::Decoder& in, std::uint8_t minor) {
  LocateReplyHeader header;
  header.request_id = in.get<std::uint32_t>();
  const auto status = in.get<std::uint32_t>();
  const auto last = minor >= 2 ? LocateStatus::needs_addressing_mode : LocateStatus::object_forward;
  if (status > static_cast<std::uint32_t>(last)) in.malformed("a locate status that this GIOP version does not define");
  header.status = static_cast<LocateStatus>(status);
  return header;
}

void begin_locate_reply(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id, LocateStatus status) {
  if (minor < 2 && status > LocateStatus::object_forward) {
    status = status == LocateStatus::object_forward_perm ? LocateStatus::object_forward : LocateStatus::unknown_object;
  }
  begin_message(out, minor, MessageType::locate_reply);
  out.put(request_id);
  out.put(static_cast<std::uint32_t>(status));
}

Addressing read_addressing_mode(cdr::Decoder& in) {
  const auto mode = in.get<std::int16_t>();
  if (mode < 0 || mode > static_cast<std::int16_t>(Addressing::reference)) {
    in.malformed("an invalid addressing mode");
  }
  return static_cast<Addressing>(mode);
}

}  // namespace dimma::iiop
