#include "iiop/bidirectional/message_router.hpp"

#include <algorithm>
#include <limits>

namespace dimma::iiop {

namespace {

constexpr std::uint8_t minor_of_both_ways = 2;

bool has_request_id(const MessageHeader& header) noexcept {
  switch (header.type) {
    case MessageType::close_connection:
    case MessageType::message_error:
      return false;
    default:
      return header.minor >= minor_of_both_ways && header.size >= 4;
  }
}

std::size_t take_some(OctetView& octets, std::span<std::byte> into) noexcept {
  const std::size_t count = std::min(octets.size(), into.size());
  std::copy_n(octets.begin(), count, into.begin());
  octets = octets.subspan(count);
  return count;
}

ParsedHeader parse(std::span<const std::byte, header_octets> octets) noexcept {
  return parse_header(octets, std::numeric_limits<std::size_t>::max());
}

}  // namespace

// Returns false if the header is incomplete or malformed.
bool MessageRouter::collect_head(OctetView& octets) {
  if (head_octets_ < header_octets) {
    const std::size_t wanted = header_octets - head_octets_;
    head_octets_ += take_some(octets, std::span(head_).subspan(head_octets_, wanted));
    if (head_octets_ < header_octets) return false;
  }
  const auto parsed = parse(std::span(head_).first<header_octets>());
  if (!parsed) {
    fault_ = fault_of(parsed.fault, std::span(head_).first<header_octets>());
    return false;
  }
  if (has_request_id(parsed.header)) {
    head_octets_ += take_some(octets, std::span(head_).subspan(head_octets_));
    if (head_octets_ < head_octets_max) return false;
  }
  return begin_message(parsed.header);
}

bool MessageRouter::begin_message(const MessageHeader& header) {
  std::uint32_t request_id = 0;
  if (head_octets_ == head_octets_max) {
    cdr::Decoder in(OctetView(head_).subspan(header_octets), header.order);
    request_id = in.get<std::uint32_t>();
  }
  to_ = destination(header, request_id);
  left_ = header.message_octets() - head_octets_;
  return !fault_;
}

MessageRouter::Halves MessageRouter::destination(const MessageHeader& header, std::uint32_t request_id) {
  if (!has_replies_) return requests;
  switch (header.type) {
    case MessageType::request:
    case MessageType::locate_request:
      if (header.minor < minor_of_both_ways && end_ == ConnectionEnd::originator) {
        refuse(std::string("a ") + to_string(header.type) + " of GIOP 1." + std::to_string(header.minor) +
               " from the server, which bidirectional GIOP allows from 1.2 on");
      } else if (header.minor >= minor_of_both_ways && is_own(request_id)) {
        refuse(std::string("a ") + to_string(header.type) + " with the id " + std::to_string(request_id) +
               ", whose parity is that of the requests of this end");
      }
      return requests;
    case MessageType::cancel_request:
      return requests;
    case MessageType::reply:
    case MessageType::locate_reply:
      return replies;
    case MessageType::fragment:
      if (header.minor >= minor_of_both_ways) return is_own(request_id) ? replies : requests;
      return end_ == ConnectionEnd::originator ? replies : requests;
    case MessageType::close_connection:
    case MessageType::message_error:
      break;
  }
  return requests | replies;
}

void MessageBounds::add(std::span<const iovec> pieces) noexcept {
  for (const iovec& piece : pieces) add({static_cast<const std::byte*>(piece.iov_base), piece.iov_len});
}

void MessageBounds::add(OctetView octets) noexcept {
  while (!octets.empty()) {
    if (left_ == 0) {
      header_octets_ += take_some(octets, std::span(header_).subspan(header_octets_));
      if (header_octets_ < header_octets) return;
      left_ = parse(header_).header.size;
      header_octets_ = 0;
    } else {
      const auto count = std::min<std::uint64_t>(left_, octets.size());
      left_ -= count;
      octets = octets.subspan(count);
    }
  }
}

}  // namespace dimma::iiop
