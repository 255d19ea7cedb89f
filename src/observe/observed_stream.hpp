#pragma once
// Decorates a stream to record the times of its sends and receives and, if wanted, their octets.

#include "observe/capture.hpp"
#include "transport/stream_tap.hpp"

#include <memory>

namespace dimma::observe {

// `capture` is nullptr if octets are not to be captured.
std::unique_ptr<transport::StreamTap> make_tap(std::shared_ptr<Capture> capture);

}  // namespace dimma::observe
