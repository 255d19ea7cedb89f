#pragma once
// A stream that notes the times at which it has sent and received, and the octets.

#include "observe/capture.hpp"
#include "transport/stream_tap.hpp"

#include <memory>

namespace dimma::observe {

// `capture` is nullptr if no octets are to be kept.
std::unique_ptr<transport::StreamTap> make_tap(std::shared_ptr<Capture> capture);

}  // namespace dimma::observe
