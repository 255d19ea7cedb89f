#pragma once
// Limits what a peer can make a consumer keep.

#include <chrono>
#include <cstddef>

namespace dimma::flow {

using Time = std::chrono::nanoseconds;  // a time by a clock that does not jump, with any beginning

struct Limits {
  std::size_t message_octets_max = std::size_t{32} << 20;
  std::size_t assembling_octets_max = std::size_t{96} << 20;  // for all messages that are being assembled
  std::size_t assembling_per_flow = 8;
  std::size_t flows_max = 256;
  Time assembly_silent = std::chrono::milliseconds(500);  // a message is given up this long after its last packet
  Time flow_idle = std::chrono::seconds(60);              // a flow may be forgotten after this long
  Time report_every = std::chrono::seconds(1);            // the shortest interval, if data asks for reports
};

}  // namespace dimma::flow
