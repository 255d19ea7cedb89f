#include "flow/producer/send_resources.hpp"

#include "flow/wire/packet.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

constexpr std::size_t first_buffer_octets = 1024;

std::unique_ptr<SendResources::Buffers> make_buffers(const EngineeringQoS& qos, const Settings& settings) {
  using SendBuffer = SendResources::SendBuffer;
  using Buffers = SendResources::Buffers;
  constexpr std::size_t before = header_octets + identity_octets_max;
  const std::size_t most = before + settings.limits.message_octets_max;
  if (qos.buffers.is_pool()) {
    const std::size_t octets = std::min<std::size_t>(before + qos.buffers.octets(), most);
    return Buffers::pool("message buffer", qos.buffers.count(),
                         [octets] { return std::make_unique<SendBuffer>(cdr::Buffer(octets, octets)); });
  }
  const std::size_t limit = qos.message_concurrency.is_unlimited()
                                ? Buffers::no_limit
                                : static_cast<std::size_t>(qos.message_concurrency.value());
  return Buffers::factory("message buffer", limit,
                          [most] { return std::make_unique<SendBuffer>(cdr::Buffer(first_buffer_octets, most)); });
}

std::unique_ptr<SendResources::SendPermits> make_turns(const EngineeringQoS& qos) {
  if (qos.rate.is_unlimited() || qos.on_exhaustion != OnExhaustion::wait) return nullptr;
  return SendResources::SendPermits::places("send permit", 1);
}

}  // namespace

SendResources::SendResources(const EngineeringQoS& qos, const Settings& settings)
    : on_exhaustion_(qos.on_exhaustion), buffers_(make_buffers(qos, settings)), turns_(make_turns(qos)) {}

}  // namespace dimma::flow
