#include "iiop/plan.hpp"

#include "base/sync.hpp"
#include "iiop/memory_budget.hpp"
#include "iiop/options.hpp"
#include "iiop/send.hpp"
#include "iiop/shared_channel.hpp"
#include "qos/task.hpp"

namespace dimma::iiop {

namespace {

using channel::Fact;

std::string value_text(const EngineeringQoS& qos, Field field) {
  return field_text(qos, field).substr(field_name(field).size() + 1);
}

std::string endpoint_text(const ChannelTarget& target) {
  std::string text;
  for (const auto& endpoint : target.endpoints()) text += (text.empty() ? "" : ", then ") + to_string(endpoint);
  if (text.empty()) text = "none";
  const auto& passed_over = target.choice().passed_over;
  return passed_over.empty() ? text : text + " (" + passed_over + ")";
}

std::string connection_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.is_dedicated()) return "dedicated";
  const std::string shared = "shared by all bindings to this server that say the same about it";
  if (!may_spread(qos, settings)) return shared;
  return shared + "; where several threads call, up to " + std::to_string(settings.connections_most) +
         ", and a thread keeps to one";
}

bool has_demultiplexer(const EngineeringQoS& qos) { return qos.demultiplexing == Demultiplexing::task; }

std::string client_processing_text(const EngineeringQoS& qos) {
  const std::string tasks = std::to_string(qos.processing_concurrency.tasks());
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "nullTask: the calling thread sends the request and reads the reply";
    case ProcessingConcurrency::Kind::shared_pool:
      return "shared: the calling thread sends the request and waits for the reply";
    case ProcessingConcurrency::Kind::pool:
      return "pool: one of " + tasks + " tasks carries a call, and its caller waits";
    case ProcessingConcurrency::Kind::factory:
      return "factory: a new task carries each call, and its caller waits";
  }
  return {};
}

std::string demultiplexing_text(const EngineeringQoS& qos) {
  if (qos.is_null_task()) return "none: the connection has one call at a time";
  if (has_demultiplexer(qos)) return "task: a thread of the connection reads all replies";
  return "leader: of those that wait for a reply, one reads for all";
}

std::string client_threads_text(const EngineeringQoS& qos) {
  std::string text;
  const auto add = [&](const std::string& what, const char* name) {
    text += (text.empty() ? "" : ", ") + what + " \"" + qos::name_of(qos.scheduling, name) + '"';
  };
  const auto kind = qos.processing_concurrency.kind();
  if (kind == ProcessingConcurrency::Kind::pool) {
    add(std::to_string(qos.processing_concurrency.tasks()) + " for the channel", qos::thread_name::task);
  }
  if (kind == ProcessingConcurrency::Kind::factory) add("1 for each call", qos::thread_name::task);
  if (has_demultiplexer(qos)) add("1 for the connection", qos::thread_name::demultiplexer);
  return text.empty() ? "none" : text;
}

std::string scheduling_text(const EngineeringQoS& qos) {
  if (qos.scheduling == Scheduling{}) return "inherited";
  return value_text(qos, Field::scheduling);
}

std::string client_messages_text(const EngineeringQoS& qos) {
  if (qos.message_concurrency.is_unlimited()) return "unlimited";
  const bool waits = qos.on_exhaustion == OnExhaustion::wait;
  return std::to_string(qos.message_concurrency.value()) + " at a time; " +
         (waits ? "another caller waits its turn" : "another caller is refused");
}

std::string octets_text(std::size_t octets) { return std::to_string(octets) + " octets"; }

std::string growing_text(const Settings& settings) {
  return "; each grows up to " + octets_text(settings.message_octets_max);
}

std::string buffer_pool_text(const EngineeringQoS& qos, const Settings& settings) {
  const std::string each = std::to_string(qos.buffers.octets());
  const std::string count = std::to_string(qos.buffers.count());
  const std::string text = "pool: " + count + " x (" + each + " to send + " + each + " for the reply) = " +
                           octets_text(qos.buffers.count() * 2 * qos.buffers.octets()) +
                           ", reserved; a message that does not fit is refused";
  if (qos.is_null_task()) return text;
  return text + "; beside it " + std::to_string(reader_options(connection_qos(qos), settings).buffer_octets) +
         " to receive for the connection, which grow with the longest reply of all who share it";
}

std::string client_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) return buffer_pool_text(qos, settings);
  const std::size_t receive = reader_options(qos, settings).buffer_octets;
  if (qos.is_null_task()) {
    return std::to_string(dedicated_send_octets) + " to send + " + std::to_string(receive) + " to receive = " +
           octets_text(dedicated_send_octets + receive) + " at first" + growing_text(settings);
  }
  return std::to_string(receive) + " to receive for the connection + for each call in progress " +
         std::to_string(slot_send_octets) + " to send and as much as its reply has, at first" + growing_text(settings);
}

std::string client_copies_text(const EngineeringQoS& qos) {
  const std::string unless_long =
      qos.buffers.is_pool() ? "" : " (none of a string or a sequence of numbers of " +
                                 octets_text(cdr::OutlyingBlock::octets_min) + " or more)";
  const std::string sent = "of each octet sent 1, into the message" + unless_long + "; of each received 1, out of it";
  if (qos.is_null_task()) return sent;
  if (has_demultiplexer(qos)) return sent + ", and 1 from the connection to the call";
  return sent + ", and 1 from the connection to the call where another caller has read it";
}

std::string packets_text(const EngineeringQoS& qos, const Settings& settings) {
  const std::size_t octets = packet_octets_most(settings, limit_of(qos.packet_concurrency));
  const std::string cut = "a message above " + std::to_string(octets) + " octets goes in fragments, ";
  if (qos.packet_concurrency.is_unlimited()) return cut + "all of them in one gather write";
  return cut + std::to_string(qos.packet_concurrency.value()) + " in one gather write";
}

std::string exhausted_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.on_exhaustion == OnExhaustion::raise) return "raise: NO_RESOURCES at once";
  return "wait: until the call's deadline; without one as long as it takes, within an upcall " +
         std::to_string(settings.nested_wait.count()) + " ms";
}

}  // namespace

std::vector<Fact> client_plan(const EngineeringQoS& qos, const ChannelTarget& target, const Settings& settings) {
  return {
      {"protocol", "iiop, GIOP 1." + std::to_string(target.minor())},
      {"endpoint", endpoint_text(target)},
      {"connection", connection_text(qos, settings)},
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
}

namespace {

std::string server_processing_text(const EngineeringQoS& qos) {
  if (!sync::has_threads) {
    return "the process's only thread serves all connections in turns, and stays with one while no other has requests";
  }
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "nullTask: one thread per connection reads, makes the upcall and replies, " +
             std::to_string(connection_threads_most(qos)) + " at most";
    case ProcessingConcurrency::Kind::shared_pool:
      return "shared: a pool of threads serves all connections of the endpoint, and grows when upcalls block";
    case ProcessingConcurrency::Kind::pool:
      return "pool: " + std::to_string(qos.processing_concurrency.tasks()) +
             " threads serve all connections of the endpoint";
    case ProcessingConcurrency::Kind::factory:
      return "factory: a new thread serves each request";
  }
  return {};
}

std::string server_threads_text(const EngineeringQoS& qos, const Settings& settings) {
  if (!sync::has_threads) return "none";
  const auto called = [&](const char* name) { return std::string(" \"") + qos::name_of(qos.scheduling, name) + '"'; };
  const std::string up_to = "1 to " + std::to_string(settings.pool_threads_max);
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "1 that accepts" + called(qos::thread_name::server) + ", 1 for each connection" +
             called(qos::thread_name::connection);
    case ProcessingConcurrency::Kind::shared_pool:
      return up_to + called(qos::thread_name::server) + ", and a stand-in for each that waits for a call of its own";
    case ProcessingConcurrency::Kind::pool:
      return std::to_string(qos.processing_concurrency.tasks()) + called(qos::thread_name::server) +
             ", and a stand-in for each that waits for a call of its own";
    case ProcessingConcurrency::Kind::factory:
      return up_to + " that read" + called(qos::thread_name::server) + ", 1 for each request" +
             called(qos::thread_name::request);
  }
  return {};
}

std::string places_text(std::span<const transport::Endpoint> places) {
  std::string text;
  for (const auto& place : places) {
    const bool is_anywhere = place.host.empty() && place.port == 0;
    text += (text.empty() ? "" : ", ") + (is_anywhere ? place.transport + ", wherever one is free" : to_string(place));
  }
  return text;
}

std::string server_messages_text(const EngineeringQoS& qos) {
  if (qos.is_null_task()) return "1 at a time on each connection";
  const std::size_t most = messages_at_once(qos);
  if (most == qos::no_limit) return "unlimited";
  const bool waits = qos.on_exhaustion == OnExhaustion::wait;
  return std::to_string(most) + " at a time on each connection; " +
         (waits ? "what is behind them is not read" : "more are answered with NO_RESOURCES");
}

}  // namespace

namespace {
std::string memory_limits_text(const Settings& settings) {
  if (!settings.memory) return {};
  return "; a connection holds " + octets_text(settings.memory->connection_octets_max()) +
         " for long messages at most, all of the ORB " + octets_text(settings.memory->octets_max());
}

std::string server_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) {
    const std::size_t count = qos.buffers.count() + 1;
    return "pool: for each connection " + std::to_string(count) + " x " + std::to_string(qos.buffers.octets()) +
           " = " + octets_text(count * qos.buffers.octets()) +
           ", reserved when it is accepted: for the requests in progress, and one to receive; for each thread that "
           "serves " + std::to_string(qos.buffers.octets()) +
           " for the reply; a request that does not fit ends the connection, a reply is MARSHAL instead";
  }
  return "for each connection " + std::to_string(reader_options(qos, settings).buffer_octets) +
         " to receive + for each request in progress " + std::to_string(serving_send_octets) + " to send, at first" +
         growing_text(settings) + "; of long messages' up to " + octets_text(SpareMemory::octets_most) +
         " each are kept for later ones" + memory_limits_text(settings);
}

std::string idle_text(const Settings& settings) {
  if (settings.idle_limit.count() == 0) return "and is never closed for it";
  return "one over which nothing has come for " + std::to_string(settings.idle_limit.count()) + " ms is closed";
}

std::string unread_text(const Settings& settings) {
  const auto after = [](std::chrono::milliseconds limit) {
    return limit.count() == 0 ? std::string("never") : "after " + std::to_string(limit.count()) + " ms";
  };
  return "one whose client takes nothing of a reply is closed " + after(settings.send_timeout) +
         ", and one with unsent replies when the server is shut down " + after(settings.drain_timeout);
}
}  // namespace

std::vector<Fact> server_plan(const EngineeringQoS& qos, std::span<const transport::Endpoint> places,
                              const Settings& settings) {
  return {
      {"protocol", "iiop, up to GIOP 1." + std::to_string(settings.giop_minor)},
      {"endpoint", places_text(places)},
      {"connections", "as many as there are clients"},
      {"processing", server_processing_text(qos)},
      {"threads", server_threads_text(qos, settings)},
      {"scheduling", scheduling_text(qos)},
      {"messages", server_messages_text(qos)},
      {"packets", packets_text(qos, settings)},
      {"buffers", server_buffers_text(qos, settings)},
      {"copies", "of each octet received 1, out of the message; of each sent 1, into it"},
      {"wait", value_text(qos, Field::wait)},
      {"read-ahead", read_ahead_text(qos)},
      {"socket", value_text(qos, Field::socket)},
      {"timeouts", "a connection that is quiet for " + std::to_string(settings.linger.count()) +
                       " ms gives its thread to others, " + idle_text(settings) + "; " + unread_text(settings) + "; " +
                       peer_silence_text(settings)},
  };
}

void add_usage(std::vector<Fact>& facts, std::string_view name, std::string_view usage) {
  for (auto& fact : facts) {
    if (fact.name != name) continue;
    if (!fact.usage.empty()) fact.usage += "; ";
    fact.usage += usage;
    return;
  }
}

}  // namespace dimma::iiop
