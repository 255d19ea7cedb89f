#pragma once
// What a producer's channel and a consumer are made of, in words: the one source of dimma::plan() and of describe(),
// which adds what is in use.

#include "channel/channel.hpp"
#include "flow/settings.hpp"

#include <dimma/qos.hpp>

#include <string>
#include <string_view>

namespace dimma::flow {

// Packets of one system call; messages of a consumer's queue, and threads that make upcalls from it (0: none, the one
// that receives does).
std::size_t producer_batch(const EngineeringQoS& qos) noexcept;
std::size_t consumer_batch(const EngineeringQoS& qos) noexcept;
std::size_t queue_messages(const EngineeringQoS& qos, const Settings& settings) noexcept;
std::size_t delivering_threads(const EngineeringQoS& qos) noexcept;

std::vector<channel::Fact> producer_plan(const EngineeringQoS& qos, const transport::Endpoint& to,
                                         const Settings& settings);
std::vector<channel::Fact> consumer_plan(const EngineeringQoS& qos, const channel::ListenOptions& options,
                                         std::string_view transport, const Settings& settings);

// Says what is in use of what the fact of that name is about.
void add_usage(std::vector<channel::Fact>& facts, std::string_view name, std::string usage);

}  // namespace dimma::flow
