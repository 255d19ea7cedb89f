#pragma once
// What a client's channel is made of, in words: the one source of dimma::plan() and of describe(), which adds what is
// in use.

#include "channel/facts.hpp"
#include "iiop/client/target.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/qos.hpp>

#include <vector>

namespace dimma::iiop {

std::vector<channel::Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target,
                                       const Settings& settings);

}  // namespace dimma::iiop
