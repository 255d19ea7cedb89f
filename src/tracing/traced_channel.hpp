#pragma once
// A client channel whose calls are spans, and carry their context.

#include "channel/channel.hpp"
#include "tracing/tracer.hpp"

#include <memory>
#include <string_view>

namespace dimma::tracing {

std::shared_ptr<channel::ClientChannel> traced(std::shared_ptr<channel::ClientChannel> within,
                                               std::shared_ptr<Tracer> tracer, std::string_view protocol,
                                               const EngineeringQoS& qos);

}  // namespace dimma::tracing
