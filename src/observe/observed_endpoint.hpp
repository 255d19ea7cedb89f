#pragma once
// An endpoint whose requests are observed between the protocol and the ORB's dispatcher.

#include "channel/channel.hpp"
#include "observe/observatory.hpp"

#include <memory>

namespace dimma::observe {

// `listen` makes the endpoint for the dispatcher that is passed to it, which lives as long as the endpoint.
std::unique_ptr<channel::ServerEndpoint> observed(
    const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
    channel::Dispatcher& dispatcher, std::shared_ptr<Observatory> observatory, std::string_view protocol);

}  // namespace dimma::observe
