#pragma once
// Describes the parts of a client's channel, for both dimma::plan() and describe(), which adds their usage.

#include "channel/facts.hpp"
#include "iiop/client/connection/target.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/qos.hpp>

#include <cstdint>
#include <vector>

namespace dimma::iiop {

// The connection that carries the calls: one that this end opens (`forth`), or the one over which the reference arrived
// (`back`).
enum class Carrying : std::uint8_t { forth, back };

std::vector<channel::Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target, const Settings& settings,
                                       Carrying carrying = Carrying::forth);

}  // namespace dimma::iiop
