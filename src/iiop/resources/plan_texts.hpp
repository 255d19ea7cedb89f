#pragma once
// The texts that the plan of a client's channel and the plan of a server's endpoint have in common.

#include "channel/facts.hpp"
#include "iiop/message/settings.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <string>

namespace dimma::iiop {

std::string octets_text(std::size_t octets);
// Describes how far buffers grow.
std::string growing_text(const Settings& settings);
// Describes how long messages are split.
std::string packets_text(const EngineeringQoS& qos, const Settings& settings);

}  // namespace dimma::iiop
