#pragma once
// Describes the components of a producer's channel, for both dimma::plan() and describe(), which adds the usage.

#include "channel/facts.hpp"
#include "flow/wire/settings.hpp"
#include "transport/transport.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <vector>

namespace dimma::flow {

// Returns the number of packets that one system call sends.
std::size_t producer_batch(const EngineeringQoS& qos) noexcept;

std::vector<channel::Fact> producer_plan(const EngineeringQoS& qos, const transport::Endpoint& to,
                                         const Settings& settings);

}  // namespace dimma::flow
