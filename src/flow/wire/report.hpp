#pragma once
// A consumer's counts of a flow, as a report packet: numbers of 8 octets after the header, in the order of the members
// of FlowReport::Consumer.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>

namespace dimma::flow {

// An ask is as long as the report that answers it, so that a consumer never sends more octets than it has received.
inline constexpr std::size_t report_packet_octets = header_octets + report_octets;

using ReportPacket = std::array<std::byte, report_packet_octets>;

// Takes the flow and the byte order from `header`, whose kind is report.
ReportPacket write_report(const Header& header, const FlowReport::Consumer& said) noexcept;
// Writes an ask or an end: the header and zeros.
ReportPacket write_ask(const Header& header) noexcept;
// Requires a packet that parse() has accepted.
FlowReport::Consumer read_report(const Packet& packet) noexcept;

}  // namespace dimma::flow
