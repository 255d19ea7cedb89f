#include "iiop/giop/giop.hpp"

#include <dimma/generated/cdr/parts.hpp>
#include <dimma/minor.hpp>

#include <cstring>

namespace dimma::iiop {

namespace {

constexpr std::uint8_t flag_little_endian = 1;
constexpr std::uint8_t flag_more_fragments = 2;

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

namespace {

// Recognizes another common protocol by its first octets. Returns its name, or an empty string if they match
// none.
std::string_view other_protocol(std::span<const std::byte, header_octets> octets) noexcept {
  const std::string_view begin(reinterpret_cast<const char*>(octets.data()), octets.size());
  for (const std::string_view word : {"HTTP/", "GET ", "POST ", "PUT ", "HEAD ", "OPTIONS ", "DELETE ", "PRI * HTTP"}) {
    if (begin.starts_with(word)) return "HTTP";
  }
  if (begin.starts_with("SSH-")) return "SSH";
  constexpr std::byte handshake{0x16}, alert{0x15}, major{0x03};
  return (octets[0] == handshake || octets[0] == alert) && octets[1] == major ? "TLS" : std::string_view();
}

std::string describe_other(std::span<const std::byte, header_octets> octets) {
  const std::string_view protocol = other_protocol(octets);
  if (!protocol.empty()) return "the peer speaks " + std::string(protocol) + ", not GIOP: it is not an ORB";
  return "a message that begins with " + hexadecimal(octets.first(4)) + " instead of GIOP";
}

}  // namespace

std::string describe(HeaderFault fault, std::span<const std::byte, header_octets> octets) {
  const std::string version = "GIOP " + number(octets[4]) + "." + number(octets[5]);
  switch (fault) {
    case HeaderFault::none:
      break;
    case HeaderFault::magic:
      return describe_other(octets);
    case HeaderFault::version:
      return "a message of " + version + ", which is not 1.0, 1.1 or 1.2";
    case HeaderFault::flags:
      return "a message of " + version + " with the invalid byte order " + number(octets[6]);
    case HeaderFault::type:
      return "a message of type " + number(octets[7]) + ", which " + version + " does not have";
    case HeaderFault::fragmentation:
      return std::string("a message of type ") + to_string(static_cast<MessageType>(octets[7])) +
             " that announces fragments, which " + version + " does not allow for it";
    case HeaderFault::too_large: {
      const bool little = (octets[6] & std::byte{flag_little_endian}) != std::byte{0};
      const auto size =
          cdr::detail::load<std::uint32_t>(octets.data() + 8, little != (std::endian::native == std::endian::little));
      return "a message of " + std::to_string(header_octets + std::size_t{size}) +
             " octets, above the limit (--dimma-max-message)";
    }
  }
  return "a valid header";
}

Fault fault_of(HeaderFault fault, std::span<const std::byte, header_octets> octets) {
  auto kind = Fault::Kind::malformed;
  if (fault == HeaderFault::too_large) kind = Fault::Kind::too_large;
  if (fault == HeaderFault::magic && !other_protocol(octets).empty()) kind = Fault::Kind::other_protocol;
  return {kind, describe(fault, octets)};
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

namespace {
bool is_in_parts(const std::byte* message) noexcept {
  return message[5] == std::byte{1} && (message[6] & std::byte{flag_more_fragments}) != std::byte{0};
}
}  // namespace

void heed_parts(cdr::Decoder& in) {
  const std::byte* const message = in.base();
  if (!is_in_parts(message)) return;
  in.in_parts(header_octets + cdr::detail::load<std::uint32_t>(message + size_offset, in.swaps()));
}

OctetView with_part_ends(const MessageHeader& header, OctetView message) noexcept {
  if (header.minor != 1 || !is_in_parts(message.data())) return message;
  return {message.data(), message.size() + cdr::PartEnds(message.data() + message.size()).octets()};
}

void begin_message(cdr::Encoder& out, std::uint8_t minor, MessageType type) {
  out.reset();
  write_header(out.append(header_octets), minor, type, out.order());
}

void message_too_large(std::size_t octets) {
  throw CORBA::MARSHAL(minor::marshal_message_too_large, CORBA::COMPLETED_NO,
                       "a message of " + std::to_string(octets) + " octets exceeds the size limit of GIOP");
}

void ServiceContexts::check(cdr::Decoder& in) {
  position_ = static_cast<std::uint8_t>(in.position() & 7U);
  const std::byte* const first = in.rest().data();
  const std::byte* const base = in.base();
  for (std::uint32_t i = 0; i < count_; ++i) {
    in.get<std::uint32_t>();
    in.skip(in.get_length(1));
  }
  if (in.base() != base) in.malformed("service contexts in more than one fragment of GIOP 1.1");
  octets_ = {first, in.rest().data()};
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

std::vector<iop::ServiceContext> copies_of(const ServiceContexts& contexts) {
  std::vector<iop::ServiceContext> copies;
  copies.reserve(contexts.size());
  for (const ServiceContext context : contexts) {
    const auto* const first = reinterpret_cast<const std::uint8_t*>(context.data.data());
    copies.emplace_back(context.id, iop::Octets(first, first + context.data.size()));
  }
  return copies;
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
