#pragma once
// A protocol whose calls and requests are spans.

#include "channel/channel.hpp"
#include "tracing/tracer.hpp"

#include <memory>

namespace dimma::tracing {

// `is_observed`: `binder` is also observed (observe::observed), outside of this or within.
std::unique_ptr<channel::Binder> traced(std::unique_ptr<channel::Binder> binder, std::shared_ptr<Tracer> tracer,
                                        bool is_observed);

}  // namespace dimma::tracing
