#pragma once
// The parts of a producer's channel, in words: the one source of dimma::plan() and of describe(), which adds the usage.

#include "channel/facts.hpp"
#include "flow/wire/settings.hpp"
#include "transport/transport.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <vector>

namespace dimma::flow {

// Packets of one system call.
std::size_t producer_batch(const EngineeringQoS& qos) noexcept;

std::vector<channel::Fact> producer_plan(const EngineeringQoS& qos, const transport::Endpoint& to,
                                         const Settings& settings);

}  // namespace dimma::flow
