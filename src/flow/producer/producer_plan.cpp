#include "flow/producer/producer_plan.hpp"

#include "execution/task.hpp"
#include "flow/producer/pacer.hpp"

#include <algorithm>

namespace dimma::flow {

namespace {

using channel::value_text;

constexpr std::uint64_t producer_batch_max = 64;

std::string producer_packets_text(const EngineeringQoS& qos) {
  const std::string most = std::to_string(producer_batch(qos));
  const std::string text = "of the size that the path allows; " + most + " of a message are sent by one system call";
  if (!qos.batch_delay) return text;
  return text + ", or of " + most + " messages in a batch (" + field_text(qos, Field::batch_delay) + ")";
}

std::string producer_rate_text(const EngineeringQoS& qos) {
  if (qos.rate.is_unlimited()) return "unlimited";
  const std::string text = std::to_string(qos.rate.value()) + " octets a second";
  if (!qos.batch_delay) return text;
  return text + ", up to " + std::to_string(Pacer(qos.rate).octets_in(*qos.batch_delay)) + " at once";
}

std::string producer_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) {
    return "a pool of " + std::to_string(qos.buffers.count()) + " of " + std::to_string(qos.buffers.octets()) +
           " octets";
  }
  return "made as needed (factory); each grows up to " + std::to_string(settings.limits.message_octets_max) + " octets";
}

std::string producer_loans_text(const EngineeringQoS& qos, const transport::Endpoint& to) {
  if (!traits_of(to).shares_memory)
    return "none: the consumer is not reached over shared memory; loaned sequences are copied";
  const std::string what =
      qos.on_exhaustion == OnExhaustion::drop ? "; if none is free, loaned sequences are copied" : "";
  return "pool: " + std::to_string(qos.loans.count()) + " x " + std::to_string(qos.loans.octets()) +
         " octets over shared memory; copies: 0 of a loaned sequence in it" + what;
}

std::string producer_exhausted_text(const EngineeringQoS& qos) {
  switch (qos.on_exhaustion) {
    case OnExhaustion::wait:
      return "wait: until the call's deadline; if it has none, without limit";
    case OnExhaustion::raise:
      return "raise: NO_RESOURCES at once";
    case OnExhaustion::drop:
      break;
  }
  return "drop and count";
}

}  // namespace

std::size_t producer_batch(const EngineeringQoS& qos) noexcept {
  return static_cast<std::size_t>(std::min<std::uint64_t>(qos.packet_concurrency.value(), producer_batch_max));
}

std::vector<channel::Fact> producer_plan(const EngineeringQoS& qos, const transport::Endpoint& to,
                                         const Settings& settings) {
  std::vector<channel::Fact> facts{
      {"protocol", "flow 1"},
      {"endpoint", to_string(to)},
      {"connection", "dedicated: a socket of its own"},
      {"processing", qos.batch_delay
                         ? "the calling thread sends full batches, and another thread sends those that are due"
                         : "the calling thread sends"},
      {"threads", qos.batch_delay ? std::string("1 \"") + execution::thread_name::flow + '"' : "none"},
      {"messages", value_text(qos, Field::messages)},
      {"packets", producer_packets_text(qos)},
      {"buffers", qos.batch_delay ? "one, in which messages wait" : producer_buffers_text(qos, settings)},
      {"copies", "1 for each octet, into the message"},
      {"exhausted", producer_exhausted_text(qos)},
      {"rate", producer_rate_text(qos)},
      {"wait", "never waits for the consumer"},
      {"socket", value_text(qos, Field::socket)},
      {"timeouts", "a call " + (qos.deadline ? field_text(qos, Field::deadline) : "none (deadline=none)")},
  };
  if (qos.loans.is_pool()) facts.push_back({"loans", producer_loans_text(qos, to)});
  return facts;
}

}  // namespace dimma::flow
