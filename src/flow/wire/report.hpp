#pragma once
// A consumer's numbers about a flow, as they are in a report packet: numbers of 8 octets after the header, in this
// order.

#include "flow/wire/packet.hpp"

#include <dimma/flow_report.hpp>

#include <array>

namespace dimma::flow {

// An ask is as long as the report that answers it, so that nobody makes a consumer send more than was sent to it.
inline constexpr std::size_t report_packet_octets = header_octets + report_octets;

using ReportPacket = std::array<std::byte, report_packet_octets>;

// `header` says which flow and order; its kind is report.
ReportPacket write_report(const Header& header, const FlowReport::Consumer& said) noexcept;
// Ask or end: the header and zeros.
ReportPacket write_ask(const Header& header) noexcept;
// Requires a packet that parse() has let pass.
FlowReport::Consumer read_report(const Packet& packet) noexcept;

}  // namespace dimma::flow
