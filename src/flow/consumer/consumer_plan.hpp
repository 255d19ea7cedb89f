#pragma once
// Describes the components of a consumer, for both dimma::plan() and describe(), which adds the usage.

#include "channel/channel.hpp"
#include "channel/facts.hpp"
#include "flow/wire/settings.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace dimma::flow {

// Return the number of packets received at once, the capacity of the queue in messages, and the number of threads that
// make upcalls from the queue (0 if the receiving thread makes them).
std::size_t consumer_batch(const EngineeringQoS& qos) noexcept;
std::size_t queue_messages(const EngineeringQoS& qos, const Settings& settings) noexcept;
std::size_t delivering_threads(const EngineeringQoS& qos) noexcept;

std::vector<channel::Fact> consumer_plan(const EngineeringQoS& qos, const channel::ListenOptions& options,
                                         std::string_view transport, const Settings& settings);

}  // namespace dimma::flow
