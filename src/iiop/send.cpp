#include "iiop/send.hpp"

namespace dimma::iiop {

transport::Result send_fragments(transport::Stream& stream, std::span<std::byte> message, std::size_t fragment_octets,
                                 std::size_t packets_most, transport::Deadline deadline) {
  FragmentPlan plan(message, fragment_octets);
  if (plan.messages() <= packets_most) return stream.send(plan.pieces(), deadline);
  transport::Result all{transport::Status::ok};
  auto rest = plan.pieces();
  // The first fragment is one piece, each other one its header and its data.
  std::size_t pieces = 2 * packets_most - 1;
  while (all && !rest.empty()) {
    const auto sent = stream.send(rest.first(std::min(pieces, rest.size())), deadline);
    all = {sent.status, all.octets + sent.octets, sent.error};
    rest = rest.subspan(std::min(pieces, rest.size()));
    pieces = 2 * packets_most;
  }
  return all;
}

}  // namespace dimma::iiop
