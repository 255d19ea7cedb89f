#pragma once
// The parts of a server's endpoint, in words: the one source of dimma::plan() and of describe(), which adds the usage.

#include "channel/facts.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transport.hpp"

#include <dimma/qos.hpp>

#include <span>
#include <vector>

namespace dimma::iiop {

std::vector<channel::Fact> server_plan(const EngineeringQoS& qos, std::span<const transport::Endpoint> places,
                                       const Settings& settings);

}  // namespace dimma::iiop
