#pragma once
// The parts of a consumer, in words: the one source of dimma::plan() and of describe(), which adds the usage.

#include "channel/channel.hpp"
#include "channel/facts.hpp"
#include "flow/wire/settings.hpp"

#include <dimma/qos.hpp>

#include <cstddef>
#include <string_view>
#include <vector>

namespace dimma::flow {

// Packets that are received at once; messages of the queue; and threads that make upcalls from it (0: none, the thread
// that receives does).
std::size_t consumer_batch(const EngineeringQoS& qos) noexcept;
std::size_t queue_messages(const EngineeringQoS& qos, const Settings& settings) noexcept;
std::size_t delivering_threads(const EngineeringQoS& qos) noexcept;

std::vector<channel::Fact> consumer_plan(const EngineeringQoS& qos, const channel::ListenOptions& options,
                                         std::string_view transport, const Settings& settings);

}  // namespace dimma::flow
