#include "iiop/message/fragment_plan.hpp"

#include <algorithm>
#include <cstring>

namespace dimma::iiop {

FragmentPlan::FragmentPlan(std::span<std::byte> message, std::size_t message_octets_max) {
  constexpr std::size_t alignment = 8;  // each message but the last ends at a multiple of this
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
  const std::size_t data_max = limit - named_fragment_octets_min;
  const std::size_t fragments = (message.size() - limit + data_max - 1) / data_max;
  fragment_headers_.reserve(fragments);  // the pieces point into it
  pieces_.reserve(1 + 2 * fragments);

  message[flags_offset] |= more_fragments_flag;
  set_size(message.data(), order, limit);
  pieces_.push_back({message.data(), limit});
  for (std::span<std::byte> rest = message.subspan(limit); !rest.empty();) {
    const std::size_t data = std::min(rest.size(), data_max);
    auto& header = fragment_headers_.emplace_back();
    std::memcpy(header.data(), message.data(), header_octets);
    std::memcpy(header.data() + request_id_at, message.data() + request_id_at, 4);
    header[type_offset] = static_cast<std::byte>(MessageType::fragment);
    if (data == rest.size()) header[flags_offset] &= ~more_fragments_flag;
    set_size(header.data(), order, named_fragment_octets_min + data);
    pieces_.push_back({header.data(), header.size()});
    pieces_.push_back({rest.data(), data});
    rest = rest.subspan(data);
  }
}

}  // namespace dimma::iiop
