#include "flow/plan.hpp"

#include "base/sync.hpp"
#include "flow/pacer.hpp"
#include "qos/task.hpp"

namespace dimma::flow {

namespace {

using Processing = ProcessingConcurrency::Kind;

constexpr std::size_t producer_batch_max = 64;
constexpr std::size_t consumer_batch_max = 16;

std::size_t up_to(const CountLimit& limit, std::size_t most) noexcept {
  return limit.value() < most ? static_cast<std::size_t>(limit.value()) : most;
}

std::string value_text(const EngineeringQoS& qos, Field field) {
  return field_text(qos, field).substr(field_name(field).size() + 1);
}

std::string producer_packets_text(const EngineeringQoS& qos) {
  const std::string most = std::to_string(producer_batch(qos));
  const std::string text = "as long as the path takes; " + most + " of a message are handed to the system at once";
  if (!qos.batch_delay) return text;
  return text + ", or of " + most + " messages, which wait for each other (" + field_text(qos, Field::batch_delay) +
         ")";
}

std::string producer_rate_text(const EngineeringQoS& qos) {
  if (qos.rate.is_unlimited()) return "unlimited";
  const std::string text = std::to_string(qos.rate.value()) + " octets a second";
  if (!qos.batch_delay) return text;
  return text + ", of which " + std::to_string(Pacer(qos.rate).octets_in(*qos.batch_delay)) + " may go together";
}

std::string producer_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) {
    return "a pool of " + std::to_string(qos.buffers.count()) + " of " + std::to_string(qos.buffers.octets()) +
           " octets";
  }
  return "made as needed (factory); each grows up to " + std::to_string(settings.limits.message_octets_max) + " octets";
}

std::string producer_exhausted_text(const EngineeringQoS& qos) {
  switch (qos.on_exhaustion) {
    case OnExhaustion::wait:
      return "wait: until the call's deadline; without one as long as it takes";
    case OnExhaustion::raise:
      return "raise: NO_RESOURCES at once";
    case OnExhaustion::drop:
      break;
  }
  return "drop and count";
}

std::string processing_text(const EngineeringQoS& qos) {
  if (!sync::has_threads) return "the process's one loop receives and makes the upcalls";
  const std::size_t threads = delivering_threads(qos);
  if (threads == 0) return "nullTask: the thread that receives makes the upcalls";
  return "a thread receives, " + std::to_string(threads) + (threads == 1 ? " makes the upcalls" : " make the upcalls");
}

std::string consumer_threads_text(const EngineeringQoS& qos) {
  if (!sync::has_threads) return "none";
  const std::string name = qos::name_of(qos.scheduling, qos::thread_name::flow);
  return std::to_string(1 + delivering_threads(qos)) + " \"" + name + '"';
}

std::string history_text(const EngineeringQoS& qos, const Settings& settings) {
  if (delivering_threads(qos) == 0) return "the socket's queue alone";
  if (qos.history.is_latest()) return "the latest message of each flow";
  return "a queue of " + std::to_string(queue_messages(qos, settings)) + " messages";
}

std::string consumer_exhausted_text(const EngineeringQoS& qos) {
  if (delivering_threads(qos) == 0) return "none: there is no queue but the socket's";
  return qos.on_exhaustion == OnExhaustion::drop ? "drop and count" : "wait: nothing is received meanwhile";
}

}  // namespace

std::size_t producer_batch(const EngineeringQoS& qos) noexcept {
  return up_to(qos.packet_concurrency, producer_batch_max);
}
std::size_t consumer_batch(const EngineeringQoS& qos) noexcept {
  return up_to(qos.packet_concurrency, consumer_batch_max);
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

std::vector<channel::Fact> producer_plan(const EngineeringQoS& qos, const transport::Endpoint& to,
                                         const Settings& settings) {
  return {
      {"protocol", "flow 1"},
      {"endpoint", to_string(to)},
      {"connection", "dedicated: a socket of its own"},
      {"processing", qos.batch_delay ? "the calling thread sends full batches, another what has waited long enough"
                                     : "the calling thread sends"},
      {"threads", qos.batch_delay ? std::string("1 \"") + qos::thread_name::flow + '"' : "none"},
      {"messages", value_text(qos, Field::messages)},
      {"packets", producer_packets_text(qos)},
      {"buffers", qos.batch_delay ? "one, in which messages wait" : producer_buffers_text(qos, settings)},
      {"copies", "of each octet 1, into the message"},
      {"exhausted", producer_exhausted_text(qos)},
      {"rate", producer_rate_text(qos)},
      {"wait", "never for the consumer"},
      {"socket", value_text(qos, Field::socket)},
      {"timeouts", "a call " + (qos.deadline ? field_text(qos, Field::deadline) : "none (deadline=none)")},
  };
}

std::vector<channel::Fact> consumer_plan(const EngineeringQoS& qos, const channel::ListenOptions& options,
                                         std::string_view transport, const Settings& settings) {
  const auto& [host, port] = options.at.front();
  const transport::Endpoint at{std::string(transport), host, port};
  const bool is_anywhere = host.empty() && port == 0;
  const std::size_t delivering = delivering_threads(qos);
  return {
      {"protocol", "flow 1"},
      {"endpoint", is_anywhere ? at.transport + ", wherever one is free" : to_string(at)},
      {"processing", processing_text(qos)},
      {"threads", consumer_threads_text(qos)},
      {"scheduling", qos.scheduling == Scheduling{} ? "inherited" : value_text(qos, Field::scheduling)},
      {"messages", delivering == 0 ? "1 at a time" : value_text(qos, Field::messages)},
      {"packets", std::to_string(consumer_batch(qos)) + " received at once at most"},
      {"flows", "up to " + std::to_string(settings.limits.flows_max)},
      {"history", history_text(qos, settings)},
      {"copies",
       delivering == 0 ? "none, of messages of one packet" : "of each octet 1, into the queue or the message"},
      {"exhausted", consumer_exhausted_text(qos)},
      {"wait", value_text(qos, Field::wait)},
      {"socket", value_text(qos, Field::socket)},
  };
}

void add_usage(std::vector<channel::Fact>& facts, std::string_view name, std::string usage) {
  for (auto& fact : facts) {
    if (fact.name == name) fact.usage = std::move(usage);
  }
}

}  // namespace dimma::flow
