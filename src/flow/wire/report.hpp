#pragma once
// A consumer's numbers about a flow, in the form of a report packet: numbers of 8 octets after the header, in this
// order.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>

namespace dimma::flow {

// An ask is as long as the report that answers it, so that a consumer never sends more than was sent to it.
inline constexpr std::size_t report_packet_octets = header_octets + report_octets;

using ReportPacket = std::array<std::byte, report_packet_octets>;

// Takes the flow and the byte order from `header`; its kind is report.
ReportPacket write_report(const Header& header, const FlowReport::Consumer& said) noexcept;
// Writes an ask or an end: the header and zeros.
ReportPacket write_ask(const Header& header) noexcept;
// Requires a packet that parse() has accepted.
FlowReport::Consumer read_report(const Packet& packet) noexcept;

}  // namespace dimma::flow
