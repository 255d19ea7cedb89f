#include "iiop/server/core/serving_rules.hpp"

#include "iiop/resources/options.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

ServingRules::Mode mode_of(const EngineeringQoS& qos) noexcept {
  if (!sync::has_threads) return ServingRules::Mode::pool;
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return ServingRules::Mode::thread_per_connection;
    case ProcessingConcurrency::Kind::factory:
      return ServingRules::Mode::thread_per_request;
    default:
      return ServingRules::Mode::pool;
  }
}

}  // namespace

ServingRules::ServingRules(const Settings& with, const EngineeringQoS& qos)
    : settings(with),
      mode(mode_of(qos)),
      reading(server_reader_options(qos, with)),
      scheduling(qos.scheduling),
      messages_max(messages_at_once(qos)),
      limits_messages(messages_max != execution::no_limit && !qos.is_null_task()),
      serves_in_turn(!limits_messages && mode != Mode::thread_per_request),
      refuses_more(limits_messages && qos.on_exhaustion == OnExhaustion::raise),
      threads_max(connection_threads_max(qos)),
      packets_max(limit_of(qos.packet_concurrency)),
      sends_parts(serves_in_turn && packets_max == execution::no_limit && !qos.buffers.is_pool()),
      reply_octets_first(qos.buffers.is_pool() ? qos.buffers.octets() : serving_send_octets),
      reply_octets_max(reading.message_octets_max) {}

execution::WorkerPool::Size pool_size(const EngineeringQoS& qos, const Settings& settings) noexcept {
  const auto& processing = qos.processing_concurrency;
  if (processing.kind() == ProcessingConcurrency::Kind::pool) return {processing.tasks(), processing.tasks()};
  if (processing.kind() == ProcessingConcurrency::Kind::null_task) return {1, 1};
  return {1, std::max<std::size_t>(settings.pool_threads_max, 1)};
}

}  // namespace dimma::iiop
