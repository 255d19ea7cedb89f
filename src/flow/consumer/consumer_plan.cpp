#include "flow/consumer/consumer_plan.hpp"

#include "base/sync/sync.hpp"
#include "execution/task.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

using channel::value_text;
using Processing = ProcessingConcurrency::Kind;

constexpr std::uint64_t consumer_batch_max = 16;

std::string processing_text(const EngineeringQoS& qos) {
  if (!sync::has_threads) return "the process's one loop receives and makes the upcalls";
  const std::size_t threads = delivering_threads(qos);
  if (threads == 0) return "nullTask: the thread that receives makes the upcalls";
  return "a thread receives, " + std::to_string(threads) + (threads == 1 ? " makes the upcalls" : " make the upcalls");
}

std::string consumer_threads_text(const EngineeringQoS& qos) {
  if (!sync::has_threads) return "none";
  const std::string name = execution::name_of(qos.scheduling, execution::thread_name::flow);
  return std::to_string(1 + delivering_threads(qos)) + " \"" + name + '"';
}

std::string history_text(const EngineeringQoS& qos, const Settings& settings) {
  if (delivering_threads(qos) == 0) return "only the socket's queue";
  if (qos.history.is_latest()) return "the latest message of each flow";
  return "a queue of " + std::to_string(queue_messages(qos, settings)) + " messages";
}

std::string consumer_exhausted_text(const EngineeringQoS& qos) {
  if (delivering_threads(qos) == 0) return "none: the only queue is that of the socket";
  return qos.on_exhaustion == OnExhaustion::drop ? "drop and count" : "wait: receives nothing until there is space";
}

}  // namespace

std::size_t consumer_batch(const EngineeringQoS& qos) noexcept {
  return static_cast<std::size_t>(std::min<std::uint64_t>(qos.packet_concurrency.value(), consumer_batch_max));
}
std::size_t queue_messages(const EngineeringQoS& qos, const Settings& settings) noexcept {
  const auto depth = qos.history.depth();
  return depth.is_unlimited() ? settings.queue_messages : static_cast<std::size_t>(depth.value());
}
std::size_t delivering_threads(const EngineeringQoS& qos) noexcept {
  if (!sync::has_threads) return 0;
  const Processing kind = qos.processing_concurrency.kind();
  if (kind == Processing::null_task) return 0;
  return kind == Processing::pool ? qos.processing_concurrency.tasks() : 1;
}

std::vector<channel::Fact> consumer_plan(const EngineeringQoS& qos, const channel::ListenOptions& options,
                                         std::string_view transport, const Settings& settings) {
  const auto& said = options.at.front();
  const transport::Endpoint at{std::string(transport), said.host, said.port};
  const bool is_anywhere = said.host.empty() && said.port == 0;
  const std::size_t delivering = delivering_threads(qos);
  return {
      {"protocol", "flow 1"},
      {"endpoint", is_anywhere ? at.transport + ", any free address" : to_string(at)},
      {"processing", processing_text(qos)},
      {"threads", consumer_threads_text(qos)},
      {"scheduling", channel::scheduling_text(qos)},
      {"messages", delivering == 0 ? "1 at a time" : value_text(qos, Field::messages)},
      {"packets", std::to_string(consumer_batch(qos)) + " at most received at once"},
      {"flows", "up to " + std::to_string(settings.limits.flows_max)},
      {"history", history_text(qos, settings)},
      {"copies",
       delivering == 0 ? "none for messages of one packet" : "1 for each octet, into the queue or the message"},
      {"exhausted", consumer_exhausted_text(qos)},
      {"wait", value_text(qos, Field::wait)},
      {"socket", value_text(qos, Field::socket)},
  };
}

}  // namespace dimma::flow
