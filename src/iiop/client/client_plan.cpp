#include "iiop/client/client_plan.hpp"

#include "execution/task.hpp"
#include "iiop/client/shared_channel.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/resources/plan_texts.hpp"
#include "iiop/resources/sealed_calls.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

using channel::Fact;
using channel::scheduling_text;
using channel::value_text;

std::string endpoint_text(const ChannelTarget& target) {
  std::string text;
  for (const auto& endpoint : target.endpoints()) text += (text.empty() ? "" : ", then ") + to_string(endpoint);
  if (text.empty()) text = "none";
  const auto& passed_over = target.choice().passed_over;
  return passed_over.empty() ? text : text + " (" + passed_over + ")";
}

std::string connection_text(const EngineeringQoS& qos, const Settings& settings, Carrying carrying) {
  if (carrying == Carrying::back) return "that of the client, over which the reference was received";
  if (qos.is_dedicated()) return "dedicated";
  const std::string shared = "shared by all bindings to this server with the same settings";
  if (!may_spread(qos, settings)) return shared;
  return shared + "; if several threads call, up to " + std::to_string(settings.connections_max) +
         ", and each thread keeps to one";
}

bool has_demultiplexer(const EngineeringQoS& qos) { return qos.demultiplexing == Demultiplexing::task; }

std::string client_processing_text(const EngineeringQoS& qos) {
  const std::string tasks = std::to_string(qos.processing_concurrency.tasks());
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "nullTask: the calling thread sends the request and reads the reply";
    case ProcessingConcurrency::Kind::executor:
      return "executor: the application's threads read the replies of asynchronous calls; other callers wait";
    case ProcessingConcurrency::Kind::shared_pool:
      return "shared: the calling thread sends the request and waits for the reply";
    case ProcessingConcurrency::Kind::pool:
      return "pool: one of " + tasks + " tasks makes the call while the caller waits";
    case ProcessingConcurrency::Kind::factory:
      return "factory: a new task makes each call while the caller waits";
  }
  return {};
}

std::string demultiplexing_text(const EngineeringQoS& qos) {
  if (qos.is_null_task()) return "none: the connection has one call at a time";
  if (has_demultiplexer(qos)) return "task: a thread of the connection reads all replies";
  return "leader: one of the waiting callers reads for all";
}

std::string client_threads_text(const EngineeringQoS& qos) {
  std::string text;
  const auto add = [&](const std::string& what, const char* name) {
    text += (text.empty() ? "" : ", ") + what + " \"" + execution::name_of(qos.scheduling, name) + '"';
  };
  const auto kind = qos.processing_concurrency.kind();
  if (kind == ProcessingConcurrency::Kind::pool) {
    add(std::to_string(qos.processing_concurrency.tasks()) + " for the channel", execution::thread_name::task);
  }
  if (kind == ProcessingConcurrency::Kind::factory) add("1 for each call", execution::thread_name::task);
  if (has_demultiplexer(qos)) add("1 for the connection", execution::thread_name::demultiplexer);
  return text.empty() ? "none" : text;
}

std::string client_messages_text(const EngineeringQoS& qos) {
  if (qos.message_concurrency.is_unlimited()) return "unlimited";
  const bool waits = qos.on_exhaustion == OnExhaustion::wait;
  return std::to_string(qos.message_concurrency.value()) + " at a time; " +
         (waits ? "other callers wait" : "other callers are refused");
}

std::string buffer_pool_text(const EngineeringQoS& qos, const Settings& settings) {
  const std::string each = std::to_string(qos.buffers.octets());
  const std::string count = std::to_string(qos.buffers.count());
  const std::string text = "pool: " + count + " x (" + each + " to send + " + each +
                           " for the reply) = " + octets_text(qos.buffers.count() * 2 * qos.buffers.octets()) +
                           ", reserved; a message that does not fit is refused";
  if (qos.is_null_task()) return text;
  return text + "; in addition " + std::to_string(reader_options(connection_qos(qos), settings).buffer_octets) +
         " to receive for the connection, which grow with the longest reply of all its users";
}

std::string client_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) return buffer_pool_text(qos, settings);
  const std::size_t receive = reader_options(qos, settings).buffer_octets;
  if (qos.is_null_task()) {
    return std::to_string(dedicated_send_octets) + " to send + " + std::to_string(receive) +
           " to receive = " + octets_text(dedicated_send_octets + receive) + " at first" + growing_text(settings);
  }
  return std::to_string(receive) + " to receive for the connection + for each call in progress " +
         std::to_string(slot_send_octets) + " to send and the size of its reply, at first" + growing_text(settings);
}

std::string client_copies_text(const EngineeringQoS& qos) {
  const std::string unless_long = qos.buffers.is_pool() ? ""
                                                        : " (none for a string or a sequence of numbers of " +
                                                              octets_text(cdr::ExternalBlock::octets_min) + " or more)";
  const std::string sent =
      "1 for each octet sent, into the message" + unless_long + "; 1 for each octet received, out of the message";
  if (qos.is_null_task()) return sent;
  if (has_demultiplexer(qos)) return sent + ", and 1 from the connection to the call";
  return sent + ", and 1 from the connection to the call if another caller has read it";
}

std::string loans_text(const EngineeringQoS& qos, const ChannelTarget& target) {
  const auto& endpoints = target.endpoints();
  const bool may_share = std::any_of(endpoints.begin(), endpoints.end(),
                                     [](const auto& endpoint) { return traits_of(endpoint).shares_memory; });
  if (!may_share) return "none: the server is not reached over shared memory; loaned sequences are copied";
  const std::string count = std::to_string(qos.loans.count());
  return "pool: 2 x " + count + " x " + octets_text(qos.loans.octets()) +
         " over shared memory, for sending and receiving; copies: 0 of a loaned sequence in it";
}

std::string callbacks_text(const CallbackOffer& offer) {
  const auto points = offer.listen_points_text();
  if (points.empty()) return "offered, but no POA of this ORB has BiDirPolicy::BOTH";
  return "offered over the connection, to objects at " + points;
}

std::string exhausted_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.on_exhaustion == OnExhaustion::raise) return "raise: NO_RESOURCES at once";
  return "wait: until the call's deadline; if it has none, without limit, or within an upcall " +
         std::to_string(settings.nested_wait.count()) + " ms";
}

}  // namespace

std::vector<Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target, const Settings& settings,
                              Carrying carrying) {
  std::vector<Fact> facts{
      {"protocol", "iiop, GIOP 1." + std::to_string(target.minor())},
      {"endpoint", endpoint_text(target)},
      {"connection", connection_text(qos, settings, carrying)},
      {"processing", client_processing_text(qos)},
      {"demultiplexing", demultiplexing_text(qos)},
      {"threads", client_threads_text(qos)},
      {"scheduling", scheduling_text(qos)},
      {"messages", client_messages_text(qos)},
      {"packets", packets_text(qos, settings)},
      {"buffers", client_buffers_text(qos, settings)},
      {"copies", client_copies_text(qos)},
      {"exhausted", exhausted_text(qos, settings)},
      {"wait", value_text(qos, Field::wait)},
      {"read-ahead", read_ahead_text(qos)},
      {"socket", value_text(qos, Field::socket)},
      {"timeouts", timeouts_text(qos, settings)},
  };
  if (qos.loans.is_pool()) facts.push_back({"loans", loans_text(qos, target)});
  if (qos.memory != Memory::any) facts.push_back({"memory", memory_text(qos, End::client)});
  if (target.offer() != nullptr) facts.push_back({"callbacks", callbacks_text(*target.offer())});
  return facts;
}

}  // namespace dimma::iiop
