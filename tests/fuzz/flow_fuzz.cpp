// Datagrams for the flow protocol's receiver: each is two octets of length (little endian), one for its sender and its
// delay in milliseconds, and its octets. With any datagrams the receiver stays within its bounds, and its counts are
// consistent.

#include "flow/consumer/receiver.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>

namespace {

using namespace dimma;
using namespace dimma::flow;

constexpr Limits limits{
    .message_octets_max = 1U << 16U, .assembling_octets_max = 1U << 17U, .assembling_per_flow = 3, .flows_max = 4};

void require(bool condition) {
  if (!condition) std::abort();
}

void check_report(OctetView octets) {
  Packet packet;
  require(parse(octets, 0, packet) == nullptr && packet.header.kind == Kind::report);
  const auto said = read_report(packet);
  require(said.unsettled <= said.received && said.assembling <= limits.assembling_per_flow);
  require(said.expected >= said.received + said.incomplete + said.assembling + said.lost);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Receiver receiver(limits);
  Message message;
  Time now{0};
  OctetView rest(reinterpret_cast<const std::byte*>(data), size);
  while (rest.size() > 3) {
    const std::size_t claimed = std::to_integer<std::size_t>(rest[0]) | std::to_integer<std::size_t>(rest[1]) << 8U;
    const int who = std::to_integer<int>(rest[2]);
    rest = rest.subspan(3);
    const OctetView datagram = rest.first(std::min(claimed, rest.size()));
    rest = rest.subspan(datagram.size());
    now += std::chrono::milliseconds(who >> 2);
    const int from = who & 3;
    switch (receiver.take(datagram, {&from, sizeof from}, now, message)) {
      case Receiver::Result::message:
        require(message.flow && message.operation && message.body.size() <= limits.message_octets_max);
        break;
      case Receiver::Result::reply:
        check_report(receiver.reply());
        break;
      case Receiver::Result::nothing:
        break;
    }
    const auto totals = receiver.totals();
    require(totals.flows <= limits.flows_max && totals.assembling_octets <= limits.assembling_octets_max);
    require((totals.assembling == 0) == (receiver.next_expiry() == Time::max()));
  }
  return 0;
}
