#include "iiop/message/fragment.hpp"

#include "iiop/giop/giop_request.hpp"

#include <dimma/generated/cdr/parts.hpp>

#include <algorithm>
#include <cstring>
#include <utility>

namespace dimma::iiop {

namespace {

constexpr std::size_t flags_at = 6;
constexpr std::size_t type_at = 7;
constexpr std::size_t request_id_at = header_octets;  // 1.2, in every message that may be fragmented
constexpr std::byte more_fragments{2};

void set_size(std::byte* message, std::endian order, std::size_t message_octets) {
  auto size = static_cast<std::uint32_t>(message_octets - header_octets);
  if (order != std::endian::native) size = cdr::reversed(size);
  std::memcpy(message + size_offset, &size, sizeof size);
}

bool names_its_request(const MessageHeader& header) noexcept { return header.minor >= 2; }

// The request id of the beginning of a 1.1 message, which is behind the service contexts.
bool begins_with_id(const MessageHeader& header, OctetView octets, std::uint32_t request_id) noexcept {
  try {
    cdr::Decoder in = body_of(header, octets, CORBA::COMPLETED_NO);
    ServiceContexts contexts(in);
    return in.get<std::uint32_t>() == request_id;
  } catch (const CORBA::MARSHAL&) {
    return false;  // not that far yet
  }
}

}  // namespace

const char* describe(Reassembler::Outcome outcome) noexcept {
  switch (outcome) {
    case Reassembler::Outcome::complete:
      return "a whole message";
    case Reassembler::Outcome::incomplete:
      return "a message in progress";
    case Reassembler::Outcome::stray:
      return "a fragment of no message in progress";
    case Reassembler::Outcome::malformed:
      return "a malformed or misplaced fragment";
    case Reassembler::Outcome::too_large:
      return "fragments that are together above the limit";
    case Reassembler::Outcome::too_many:
      return "too many messages in fragments at once, or too many fragments of one";
  }
  return "unknown";
}

Reassembler::Outcome Reassembler::add(const MessageHeader& header, OctetView message) {
  if (names_its_request(header) && message.size() < request_id_at + 4) return Outcome::malformed;
  return header.type == MessageType::fragment ? append(header, message) : begin(header, message);
}

Reassembler::Outcome Reassembler::begin(const MessageHeader& header, OctetView message) {
  const bool has_id = names_its_request(header);
  const std::uint32_t request_id = has_id ? named_request(header, message.data()) : 0;
  if (find(has_id, request_id) != nullptr) return Outcome::malformed;
  if (partials_.size() >= partials_max) return Outcome::too_many;
  if (message.size() > message_octets_max_ - octets_in_progress_) return Outcome::too_large;
  partials_.push_back({header, request_id, std::exchange(room_, {}), {}});
  add_octets(partials_.back(), message);
  return Outcome::incomplete;
}

Reassembler::Outcome Reassembler::append(const MessageHeader& header, OctetView message) {
  const bool has_id = names_its_request(header);
  Partial* const partial = find(has_id, has_id ? named_request(header, message.data()) : 0);
  if (partial == nullptr) return Outcome::stray;
  if (header.order != partial->header.order) return Outcome::malformed;
  const OctetView data = message.subspan(has_id ? request_id_at + 4 : header_octets);
  if (data.size() > message_octets_max_ - octets_in_progress_) return Outcome::too_large;
  if (partial->ends.size() >= parts_max) return Outcome::too_many;
  add_octets(*partial, data);
  if (header.more_fragments) return Outcome::incomplete;
  give(*partial);
  return Outcome::complete;
}

void Reassembler::add_octets(Partial& to, OctetView data) {
  if (data.empty()) return;
  to.octets.insert(to.octets.end(), data.begin(), data.end());
  if (!names_its_request(to.header)) to.ends.push_back(static_cast<std::uint32_t>(to.octets.size()));
  octets_in_progress_ += data.size();
}

void Reassembler::give(Partial& partial) {
  header_ = partial.header;
  header_.more_fragments = false;
  header_.size = static_cast<std::uint32_t>(partial.octets.size() - header_octets);
  octets_in_progress_ -= partial.octets.size();
  mark(partial.octets.data(), header_);
  if (!partial.ends.empty()) {  // heed_parts()
    partial.octets[flags_at] |= more_fragments;
    cdr::PartEnds::append(partial.octets, partial.ends);
  }
  whole_ = std::exchange(partial.octets, {});
  forget(partial);
}

Reassembler::Partial* Reassembler::find(bool has_id, std::uint32_t request_id) noexcept {
  for (Partial& partial : partials_) {
    if (names_its_request(partial.header) == has_id && partial.request_id == request_id) return &partial;
  }
  return nullptr;
}

void Reassembler::forget(Partial& partial) noexcept {
  octets_in_progress_ -= partial.octets.size();
  if (&partial != &partials_.back()) partial = std::move(partials_.back());
  partials_.pop_back();
}

bool Reassembler::cancel(std::uint32_t request_id) noexcept {
  Partial* partial = find(true, request_id);
  if (partial == nullptr) {
    partial = find(false, 0);
    if (partial == nullptr || !begins_with_id(partial->header, partial->octets, request_id)) return false;
  }
  forget(*partial);
  return true;
}

std::uint32_t named_request(const MessageHeader& header, const std::byte* message) noexcept {
  return cdr::detail::load<std::uint32_t>(message + request_id_at, header.order != std::endian::native);
}

void mark(std::byte* message, const MessageHeader& header) noexcept {
  message[flags_at] &= ~more_fragments;
  if (header.more_fragments) message[flags_at] |= more_fragments;
  set_size(message, header.order, header.message_octets());
}

FragmentPlan::FragmentPlan(std::span<std::byte> message, std::size_t message_octets_max) {
  constexpr std::size_t alignment = 8;  // each message but the last ends at a multiple of it
  const std::size_t limit = std::max<std::size_t>(message_octets_max, 32) / alignment * alignment;
  const auto parsed = parse_header(message.first<header_octets>(), message.size());
  const bool can_be_cut =
      parsed && parsed.header.minor >= 2 &&
      (parsed.header.type == MessageType::request || parsed.header.type == MessageType::reply ||
       parsed.header.type == MessageType::locate_request || parsed.header.type == MessageType::locate_reply);
  if (message.size() <= message_octets_max || message.size() <= limit || !can_be_cut) {
    pieces_.push_back({message.data(), message.size()});
    return;
  }
  const std::endian order = parsed.header.order;
  const std::size_t data_max = limit - fragment_header_octets;
  const std::size_t fragments = (message.size() - limit + data_max - 1) / data_max;
  fragment_headers_.reserve(fragments);  // the pieces point into it
  pieces_.reserve(1 + 2 * fragments);

  message[flags_at] |= more_fragments;
  set_size(message.data(), order, limit);
  pieces_.push_back({message.data(), limit});
  for (std::span<std::byte> rest = message.subspan(limit); !rest.empty();) {
    const std::size_t data = std::min(rest.size(), data_max);
    auto& header = fragment_headers_.emplace_back();
    std::memcpy(header.data(), message.data(), header_octets);
    std::memcpy(header.data() + request_id_at, message.data() + request_id_at, 4);
    header[type_at] = static_cast<std::byte>(MessageType::fragment);
    if (data == rest.size()) header[flags_at] &= ~more_fragments;
    set_size(header.data(), order, fragment_header_octets + data);
    pieces_.push_back({header.data(), header.size()});
    pieces_.push_back({rest.data(), data});
    rest = rest.subspan(data);
  }
}

}  // namespace dimma::iiop
