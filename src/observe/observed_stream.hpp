#pragma once
// A stream that notes when it has sent and received, and what.

#include "observe/capture.hpp"
#include "transport/stream_tap.hpp"

#include <memory>

namespace dimma::observe {

// `capture` is nullptr if nothing is to be kept.
std::unique_ptr<transport::StreamTap> make_tap(std::shared_ptr<Capture> capture);

}  // namespace dimma::observe
