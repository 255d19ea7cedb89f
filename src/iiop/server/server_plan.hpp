#pragma once
// Describes the parts of a server's endpoint, for both dimma::plan() and describe(), which adds their usage.

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
