#pragma once
// An endpoint whose requests are spans of their clients' traces.

#include "channel/channel.hpp"
#include "tracing/tracer.hpp"

#include <functional>
#include <memory>
#include <string_view>

namespace dimma::tracing {

// `listen` makes the endpoint for the dispatcher that is passed to it, which lives as long as the endpoint.
// `is_observed`: each request comes through an observe::WrappedRequest.
std::unique_ptr<channel::ServerEndpoint> traced(
    const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
    channel::Dispatcher& dispatcher, std::shared_ptr<Tracer> tracer, std::string_view protocol, bool is_observed);

}  // namespace dimma::tracing
