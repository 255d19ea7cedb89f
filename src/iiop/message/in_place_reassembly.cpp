#include "iiop/message/in_place_reassembly.hpp"

#include "iiop/message/fragment.hpp"

#include <cstring>

namespace dimma::iiop {

InPlaceReassembly::InPlaceReassembly(const MessageHeader& header, OctetView first, std::size_t message_octets_max,
                                     ReservedPages memory) noexcept
    : header_(header),
      request_id_(named_request(header, first.data())),
      message_octets_max_(message_octets_max),
      octets_(first.size()),
      fragment_left_(header.message_octets() - first.size()),
      memory_(std::move(memory)) {
  std::memcpy(room() - octets_, first.data(), octets_);
  memory_.use(octets_);
}

MessageHeader InPlaceReassembly::unite() noexcept {
  header_.more_fragments = false;
  header_.size = static_cast<std::uint32_t>(octets_ - header_octets);
  mark(memory_.data(), header_);
  return header_;
}

void InPlaceReassembly::filled(std::size_t octets) noexcept {
  octets_ += octets;
  fragment_left_ -= octets;
  memory_.use(octets_);
}

bool InPlaceReassembly::is_named_by(const MessageHeader& header, const std::byte* message) const noexcept {
  return header.minor >= 2 && named_request(header, message) == request_id_;
}

InPlaceReassembly::Next InPlaceReassembly::begin_fragment(const MessageHeader& header) noexcept {
  if (header.order != header_.order) return Next::malformed;
  const std::size_t data = header.message_octets() - fragment_header_octets;
  if (data > message_octets_max_ - octets_) return Next::too_large;
  fragment_left_ = data;
  is_last_ = !header.more_fragments;
  return Next::taken;
}

}  // namespace dimma::iiop
