#include "iiop/server/server_plan.hpp"

#include "base/sync/sync.hpp"
#include "execution/task.hpp"
#include "iiop/message/memory_budget.hpp"
#include "iiop/message/receive_buffer_cache.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/resources/plan_texts.hpp"
#include "iiop/resources/sealed_calls.hpp"

namespace dimma::iiop {

namespace {

using channel::Fact;
using channel::scheduling_text;
using channel::value_text;

std::string server_processing_text(const EngineeringQoS& qos, const Settings& settings) {
  if (settings.application_loop) return "executor: the threads of the application that runs the ORB serve it";
  if (!sync::has_threads) {
    return "the process's only thread serves all connections in turn, and stays with one while no other has requests";
  }
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "nullTask: one thread per connection reads, makes the upcall and replies, " +
             std::to_string(connection_threads_max(qos)) + " at most";
    case ProcessingConcurrency::Kind::shared_pool:
      return "shared: a pool of threads serves all connections of the endpoint, and grows when upcalls block";
    case ProcessingConcurrency::Kind::pool:
      return "pool: " + std::to_string(qos.processing_concurrency.tasks()) +
             " threads serve all connections of the endpoint";
    case ProcessingConcurrency::Kind::factory:
      return "factory: a new thread serves each request";
    case ProcessingConcurrency::Kind::executor:
      break;
  }
  return {};
}

std::string server_threads_text(const EngineeringQoS& qos, const Settings& settings) {
  if (!sync::has_threads || settings.application_loop) return "none";
  const auto called = [&](const char* name) {
    return std::string(" \"") + execution::name_of(qos.scheduling, name) + '"';
  };
  const std::string up_to = "1 to " + std::to_string(settings.pool_threads_max);
  switch (qos.processing_concurrency.kind()) {
    case ProcessingConcurrency::Kind::null_task:
      return "1 that accepts" + called(execution::thread_name::server) + ", 1 for each connection" +
             called(execution::thread_name::connection);
    case ProcessingConcurrency::Kind::shared_pool:
      return up_to + called(execution::thread_name::server) + ", and a stand-in for each that waits for a nested call";
    case ProcessingConcurrency::Kind::pool:
      return std::to_string(qos.processing_concurrency.tasks()) + called(execution::thread_name::server) +
             ", and a stand-in for each that waits for a nested call";
    case ProcessingConcurrency::Kind::factory:
      return up_to + " that read" + called(execution::thread_name::server) + ", 1 for each request" +
             called(execution::thread_name::request);
    case ProcessingConcurrency::Kind::executor:
      break;
  }
  return {};
}

std::string places_text(std::span<const transport::Endpoint> places) {
  std::string text;
  for (const auto& place : places) {
    const bool is_anywhere = place.host.empty() && place.port == 0;
    text += (text.empty() ? "" : ", ") + (is_anywhere ? place.transport + ", any free address" : to_string(place));
  }
  return text;
}

std::string server_messages_text(const EngineeringQoS& qos) {
  if (qos.is_null_task()) return "1 at a time on each connection";
  const std::size_t most = messages_at_once(qos);
  if (most == execution::no_limit) return "unlimited";
  const bool waits = qos.on_exhaustion == OnExhaustion::wait;
  return std::to_string(most) + " at a time on each connection; " +
         (waits ? "further requests are not read" : "further requests are answered with NO_RESOURCES");
}

std::string memory_limits_text(const Settings& settings) {
  if (!settings.memory) return {};
  return "; a connection holds " + octets_text(settings.memory->connection_octets_max()) +
         " at most for long messages, all connections of the ORB " + octets_text(settings.memory->octets_max());
}

std::string server_buffers_text(const EngineeringQoS& qos, const Settings& settings) {
  if (qos.buffers.is_pool()) {
    const std::size_t count = qos.buffers.count() + 1;
    return "pool: for each connection " + std::to_string(count) + " x " + std::to_string(qos.buffers.octets()) + " = " +
           octets_text(count * qos.buffers.octets()) +
           ", reserved when it is accepted: one for each request in progress, and one to receive; for each serving "
           "thread " +
           std::to_string(qos.buffers.octets()) +
           " for the reply; a request that does not fit ends the connection, and a reply that does not fit becomes "
           "MARSHAL";
  }
  return "for each connection " + std::to_string(reader_options(qos, settings).buffer_octets) +
         " to receive + for each request in progress " + std::to_string(serving_send_octets) + " to send, at first" +
         growing_text(settings) + "; buffers of long messages up to " + octets_text(ReceiveBufferCache::octets_max) +
         " each are reused" + memory_limits_text(settings);
}

std::string idle_text(const Settings& settings) {
  if (settings.idle_limit.count() == 0) return "an idle connection is never closed";
  return "a connection that was idle for " + std::to_string(settings.idle_limit.count()) + " ms is closed";
}

std::string unread_text(const Settings& settings) {
  const auto after = [](std::chrono::milliseconds limit) {
    return limit.count() == 0 ? std::string("never") : "after " + std::to_string(limit.count()) + " ms";
  };
  return "one whose client reads nothing of a reply is closed " + after(settings.send_timeout) +
         ", and one with unsent replies at shutdown " + after(settings.drain_timeout);
}
}  // namespace

std::vector<Fact> server_plan(const EngineeringQoS& qos, std::span<const transport::Endpoint> places,
                              const Settings& settings) {
  std::vector<Fact> facts{
      {"protocol", "iiop, up to GIOP 1." + std::to_string(settings.giop_minor)},
      {"endpoint", places_text(places)},
      {"connections", "as many as there are clients"},
      {"processing", server_processing_text(qos, settings)},
      {"threads", server_threads_text(qos, settings)},
      {"scheduling", scheduling_text(qos)},
      {"messages", server_messages_text(qos)},
      {"packets", packets_text(qos, settings)},
      {"buffers", server_buffers_text(qos, settings)},
      {"copies", "1 for each octet received, out of the message; 1 for each octet sent, into the message"},
      {"wait", value_text(qos, Field::wait)},
      {"read-ahead", read_ahead_text(qos)},
      {"socket", value_text(qos, Field::socket)},
      {"timeouts", "a thread that waits for a busy client's next request gives up after " +
                       std::to_string(settings.linger.count()) + " ms; " + idle_text(settings) + "; " +
                       unread_text(settings) + "; " + peer_silence_text(settings)},
  };
  if (qos.memory != Memory::any) facts.push_back({"memory", memory_text(qos, End::server)});
  return facts;
}

}  // namespace dimma::iiop
