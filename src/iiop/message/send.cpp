#include "iiop/message/send.hpp"

#include "iiop/message/fragment_plan.hpp"

namespace dimma::iiop {

namespace {

transport::Result send_fragments(SendPieces send, std::span<std::byte> message, std::size_t fragment_octets,
                                 std::size_t packets_max) {
  FragmentPlan plan(message, fragment_octets);
  if (plan.messages() <= packets_max) return send(plan.pieces());
  transport::Result all{transport::Status::ok};
  auto rest = plan.pieces();
  // The first fragment is one piece. Each other fragment is two: its header and its data.
  std::size_t pieces = 2 * packets_max - 1;
  while (all && !rest.empty()) {
    const auto sent = send(rest.first(std::min(pieces, rest.size())));
    all = {sent.status, all.octets + sent.octets, sent.error};
    rest = rest.subspan(std::min(pieces, rest.size()));
    pieces = 2 * packets_max;
  }
  return all;
}

}  // namespace

std::vector<iovec> pieces_of(const cdr::Encoder& message) {
  std::vector<iovec> pieces;
  const auto add = [&pieces](const void* data, std::size_t octets) {
    if (octets != 0) pieces.push_back({const_cast<void*>(data), octets});
  };
  const std::byte* const buffer = message.octets().data();
  std::size_t sent = message.stale();
  for (const auto& block : message.buffer().outlying()) {
    add(buffer + sent, block.at - sent);
    add(block.data, block.octets);
    sent = block.at + block.stand_ins();
  }
  add(buffer + sent, message.size() - sent);
  return pieces;
}

transport::Result send_long_message(SendPieces send, cdr::Encoder& message, const Settings& settings,
                                    std::size_t packets_max) {
  const std::size_t fragment_octets = packet_octets_max(settings, packets_max);
  auto pieces = pieces_of(message);
  if (message.message_octets() <= fragment_octets) return send(pieces);
  if (pieces.size() == 1) {
    const std::span<std::byte> whole(message.buffer().data(), message.size());
    return send_fragments(send, whole, fragment_octets, packets_max);
  }
  std::vector<std::byte> whole;
  whole.reserve(message.message_octets());
  for (const iovec& piece : pieces) {
    const auto* const data = static_cast<const std::byte*>(piece.iov_base);
    whole.insert(whole.end(), data, data + piece.iov_len);
  }
  return send_fragments(send, whole, fragment_octets, packets_max);
}

}  // namespace dimma::iiop
