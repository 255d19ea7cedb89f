#pragma once
// Limits the memory that a peer can make a consumer use.

#include <chrono>
#include <cstddef>

namespace dimma::flow {

using Time = std::chrono::nanoseconds;  // a time of a monotonic clock, with any epoch

struct Limits {
  std::size_t message_octets_max = std::size_t{32} << 20;
  std::size_t assembling_octets_max = std::size_t{96} << 20;  // for all messages being assembled
  std::size_t assembling_per_flow = 8;
  std::size_t flows_max = 256;
  Time assembly_silent = std::chrono::milliseconds(500);  // a message is given up this long after its last packet
  Time flow_idle = std::chrono::seconds(60);              // a silent flow may be forgotten after this time
  Time report_every = std::chrono::seconds(1);            // minimum interval of unsolicited reports
};

}  // namespace dimma::flow
