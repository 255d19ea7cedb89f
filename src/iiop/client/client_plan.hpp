#pragma once
// Describes the parts of a client's channel. dimma::plan() and describe() both use it; describe() adds the usage.

#include "channel/facts.hpp"
#include "iiop/client/connection/target.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/qos.hpp>

#include <cstdint>
#include <vector>

namespace dimma::iiop {

// Calls go over a connection that this end opens, or back over the one that the reference came over.
enum class Carrying : std::uint8_t { forth, back };

std::vector<channel::Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target, const Settings& settings,
                                       Carrying carrying = Carrying::forth);

}  // namespace dimma::iiop
