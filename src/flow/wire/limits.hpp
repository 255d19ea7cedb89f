#pragma once
// The most that a peer can make a consumer keep.

#include <chrono>
#include <cstddef>

namespace dimma::flow {

using Time = std::chrono::nanoseconds;  // a time by a clock that does not jump; its beginning does not matter

struct Limits {
  std::size_t message_octets_max = std::size_t{32} << 20;
  std::size_t assembling_octets_max = std::size_t{96} << 20;  // for all messages that are being assembled
  std::size_t assembling_per_flow = 8;
  std::size_t flows_max = 256;
  Time assembly_silent = std::chrono::milliseconds(500);  // since a packet of a message came: then it is given up
  Time flow_idle = std::chrono::seconds(60);              // then a flow may be forgotten
  Time report_every = std::chrono::seconds(1);            // at the most, where data asks for reports
};

}  // namespace dimma::flow
