#pragma once
// What a channel or an endpoint is made of, in words: the one source of dimma::plan() and of describe(), which adds
// what is in use.

#include "channel/channel.hpp"
#include "iiop/settings.hpp"
#include "iiop/target.hpp"

#include <dimma/qos.hpp>

#include <span>
#include <string>
#include <string_view>

namespace dimma::iiop {

std::vector<channel::Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target,
                                       const Settings& settings);

std::vector<channel::Fact> server_plan(const EngineeringQoS& qos, std::span<const transport::Endpoint> places,
                                       const Settings& settings);

// Says what is in use of what the fact of that name is about.
void add_usage(std::vector<channel::Fact>& facts, std::string_view name, std::string_view usage);

}  // namespace dimma::iiop
