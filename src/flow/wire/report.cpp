#include "flow/wire/report.hpp"

#include "flow/wire/octets.hpp"

#include <algorithm>
#include <limits>

namespace dimma::flow {

namespace {

using Numbers = std::array<std::uint64_t, report_numbers>;

Numbers numbers_of(const FlowReport::Consumer& said) noexcept {
  const auto jitter = static_cast<std::uint64_t>(std::max<std::chrono::nanoseconds::rep>(said.jitter.count(), 0));
  return {said.expected,   said.received,  said.lost,   said.incomplete, said.assembling,
          said.duplicates, said.reordered, said.late,   said.unsettled,  said.delivered,
          said.dropped,    said.refused,   said.octets, jitter};
}

}  // namespace

ReportPacket write_ask(const Header& header) noexcept {
  ReportPacket packet{};
  write_header(packet.data(), header);
  return packet;
}

ReportPacket write_report(const Header& header, const FlowReport::Consumer& said) noexcept {
  ReportPacket packet = write_ask(header);
  std::byte* at = packet.data() + header_octets;
  for (const std::uint64_t number : numbers_of(said)) {
    store(at, number, header.order);
    at += sizeof number;
  }
  return packet;
}

FlowReport::Consumer read_report(const Packet& packet) noexcept {
  Numbers numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    numbers[i] = load<std::uint64_t>(packet.payload.data() + i * sizeof numbers[i], packet.header.order);
  }
  constexpr auto longest = static_cast<std::uint64_t>(std::numeric_limits<std::chrono::nanoseconds::rep>::max());
  FlowReport::Consumer said;
  said.expected = numbers[0];
  said.received = numbers[1];
  said.lost = numbers[2];
  said.incomplete = numbers[3];
  said.assembling = numbers[4];
  said.duplicates = numbers[5];
  said.reordered = numbers[6];
  said.late = numbers[7];
  said.unsettled = numbers[8];
  said.delivered = numbers[9];
  said.dropped = numbers[10];
  said.refused = numbers[11];
  said.octets = numbers[12];
  said.jitter = std::chrono::nanoseconds(std::min(numbers[13], longest));
  return said;
}

}  // namespace dimma::flow
