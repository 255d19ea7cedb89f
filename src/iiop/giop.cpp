#include "iiop/giop.hpp"

#include <dimma/minor.hpp>

#include <cstring>

namespace dimma::iiop {

namespace {

constexpr std::uint8_t flag_little_endian = 1;
constexpr std::uint8_t flag_more_fragments = 2;

// Whether a message of that type may be sent in fragments (9.4.9).
bool may_be_fragmented(MessageType type, std::uint8_t minor) noexcept {
  switch (type) {
    case MessageType::request:
    case MessageType::reply:
    case MessageType::fragment:
      return minor >= 1;
    case MessageType::locate_request:
    case MessageType::locate_reply:
      return minor >= 2;
    default:
      return false;
  }
}

std::string hexadecimal(OctetView octets) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text;
  for (const std::byte octet : octets) {
    if (!text.empty()) text += ' ';
    text += digits[std::to_integer<unsigned>(octet) >> 4];
    text += digits[std::to_integer<unsigned>(octet) & 15U];
  }
  return text;
}

std::string number(std::byte octet) { return std::to_string(std::to_integer<unsigned>(octet)); }

}  // namespace

const char* to_string(MessageType type) noexcept {
  switch (type) {
    case MessageType::request:
      return "Request";
    case MessageType::reply:
      return "Reply";
    case MessageType::cancel_request:
      return "CancelRequest";
    case MessageType::locate_request:
      return "LocateRequest";
    case MessageType::locate_reply:
      return "LocateReply";
    case MessageType::close_connection:
      return "CloseConnection";
    case MessageType::message_error:
      return "MessageError";
    case MessageType::fragment:
      return "Fragment";
  }
  return "unknown";
}

ParsedHeader parse_header(std::span<const std::byte, header_octets> octets, std::size_t message_octets_max) noexcept {
  ParsedHeader parsed;
  MessageHeader& header = parsed.header;
  const auto refused = [&parsed](HeaderFault fault) {
    parsed.fault = fault;
    return parsed;
  };
  if (std::memcmp(octets.data(), "GIOP", 4) != 0) return refused(HeaderFault::magic);
  header.minor = std::to_integer<std::uint8_t>(octets[5]);
  if (octets[4] != std::byte{1} || header.minor > giop_minor_max) return refused(HeaderFault::version);
  const auto flags = std::to_integer<std::uint8_t>(octets[6]);
  if (header.minor == 0 && flags > flag_little_endian) return refused(HeaderFault::flags);
  header.order = (flags & flag_little_endian) != 0 ? std::endian::little : std::endian::big;
  header.more_fragments = (flags & flag_more_fragments) != 0;
  header.type = static_cast<MessageType>(octets[7]);
  const MessageType last = header.minor == 0 ? MessageType::message_error : MessageType::fragment;
  if (header.type > last) return refused(HeaderFault::type);
  if (header.more_fragments && !may_be_fragmented(header.type, header.minor)) {
    return refused(HeaderFault::fragmentation);
  }
  header.size = cdr::detail::load<std::uint32_t>(octets.data() + 8, header.order != std::endian::native);
  if (header.message_octets() > message_octets_max) return refused(HeaderFault::too_large);
  return parsed;
}

std::string describe(HeaderFault fault, std::span<const std::byte, header_octets> octets) {
  const std::string version = "GIOP " + number(octets[4]) + "." + number(octets[5]);
  switch (fault) {
    case HeaderFault::none:
      break;
    case HeaderFault::magic:
      return "a message that begins with " + hexadecimal(octets.first(4)) + " and not with GIOP";
    case HeaderFault::version:
      return "a message of " + version + ", which is none of 1.0, 1.1 and 1.2";
    case HeaderFault::flags:
      return "a message of " + version + " with byte order " + number(octets[6]);
    case HeaderFault::type:
      return "a message of type " + number(octets[7]) + ", which " + version + " does not have";
    case HeaderFault::fragmentation:
      return std::string("a message of type ") + to_string(static_cast<MessageType>(octets[7])) +
             " that announces fragments, which " + version + " does not have of it";
    case HeaderFault::too_large: {
      const bool little = (octets[6] & std::byte{flag_little_endian}) != std::byte{0};
      const auto size =
          cdr::detail::load<std::uint32_t>(octets.data() + 8, little != (std::endian::native == std::endian::little));
      return "a message of " + std::to_string(header_octets + std::size_t{size}) + " octets, above the limit";
    }
  }
  return "a valid header";
}

void write_header(std::byte* at, std::uint8_t minor, MessageType type, std::endian order) noexcept {
  const std::byte header[header_octets] = {
      std::byte{'G'},
      std::byte{'I'},
      std::byte{'O'},
      std::byte{'P'},
      std::byte{1},
      std::byte{minor},
      std::byte{order == std::endian::little ? flag_little_endian : std::uint8_t{0}},
      static_cast<std::byte>(type)};
  std::memcpy(at, header, sizeof header);
}

void begin_message(cdr::Encoder& out, std::uint8_t minor, MessageType type) {
  out.reset();
  write_header(out.append(header_octets), minor, type, out.order());
}

void end_message(cdr::Encoder& out) {
  const std::size_t size = out.size() - header_octets;
  if (size > 0xffff'ffffU) {
    throw CORBA::MARSHAL(minor::marshal_message_too_large, CORBA::COMPLETED_NO,
                         "a message of " + std::to_string(out.size()) + " octets is more than GIOP has room for");
  }
  out.patch(8, static_cast<std::uint32_t>(size));
}

void ServiceContexts::check(cdr::Decoder& in) {
  position_ = static_cast<std::uint8_t>(in.position() & 7U);
  const OctetView before = in.rest();
  for (std::uint32_t i = 0; i < count_; ++i) {
    in.get<std::uint32_t>();
    in.skip(in.get_length(1));
  }
  octets_ = before.first(before.size() - in.remaining());
}

ServiceContext ServiceContexts::Iterator::operator*() const {
  cdr::Decoder in = in_;
  ServiceContext context;
  context.id = in.get<std::uint32_t>();
  context.data = in.get_octets(in.get_length(1));
  return context;
}

ServiceContexts::Iterator& ServiceContexts::Iterator::operator++() {
  in_.get<std::uint32_t>();
  in_.skip(in_.get_length(1));
  --left_;
  return *this;
}

std::optional<OctetView> ServiceContexts::find(std::uint32_t id) const {
  for (const ServiceContext context : *this) {
    if (context.id == id) return context.data;
  }
  return std::nullopt;
}

void write_service_contexts(cdr::Encoder& out, std::span<const ServiceContext> contexts) {
  out.put_length(contexts.size());
  for (const ServiceContext& context : contexts) {
    out.put(context.id);
    out.put_length(context.data.size());
    out.put_octets(context.data);
  }
}

void write_cancel_request(cdr::Encoder& out, std::uint8_t minor, std::uint32_t request_id) {
  begin_message(out, minor, MessageType::cancel_request);
  out.put(request_id);
  end_message(out);
}

void write_close_connection(cdr::Encoder& out, std::uint8_t minor) {
  begin_message(out, minor, MessageType::close_connection);
  end_message(out);
}

void write_message_error(cdr::Encoder& out, std::uint8_t minor) {
  begin_message(out, minor, MessageType::message_error);
  end_message(out);
}

}  // namespace dimma::iiop
