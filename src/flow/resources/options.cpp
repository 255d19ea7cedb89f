#include "flow/resources/options.hpp"

#include "base/sync/sync.hpp"
#include "qos/assembled.hpp"
#include "qos/transport_traits.hpp"

#include <array>

namespace dimma::flow {

namespace {

constexpr std::string_view by = "flow over udp, multicast and shm";

constexpr std::array client_fields{Field::protocol, Field::transport,  Field::processing, Field::messages,
                                   Field::packets,  Field::connection, Field::buffers,    Field::exhausted,
                                   Field::deadline, Field::socket,     Field::rate,       Field::batch_delay,
                                   Field::loans};
constexpr std::array server_fields{Field::protocol, Field::transport, Field::processing, Field::messages,
                                   Field::packets,  Field::exhausted, Field::wait,       Field::scheduling,
                                   Field::socket,   Field::history};

using Processing = ProcessingConcurrency::Kind;

void require_gathering(const EngineeringQoS& qos) {
  const std::string why = "messages in a batch (" + field_text(qos, Field::batch_delay) + ") ";
  if (!sync::has_threads) {
    throw QoSError(Field::batch_delay, "a batch that is due is sent by a thread, and this build has no threads");
  }
  if (qos.is_null_task()) throw QoSError(Field::processing, why + "are not all sent by the caller");
  if (qos.message_concurrency != CountLimit{unlimited})
    throw QoSError(Field::messages, why + "are written one at a time");
  if (qos.buffers.is_pool()) throw QoSError(Field::buffers, why + "share one buffer");
  if (qos.on_exhaustion == OnExhaustion::raise) {
    throw QoSError(Field::exhausted,
                   why + "are sent after their calls have returned, so that no exception can be raised");
  }
}

void require_at_producer(const EngineeringQoS& qos) {
  dimma::require_assembled(qos, client_fields, by);
  const Processing kind = qos.processing_concurrency.kind();
  if (kind == Processing::pool || kind == Processing::factory || kind == Processing::executor) {
    throw not_assembled(qos, Field::processing, by);
  }
  if (qos.batch_delay) require_gathering(qos);
  if (!qos.socket.group.empty()) throw QoSError(Field::socket, "the reference determines the group");
  if (qos.connection == Connection::shared) {
    throw QoSError(Field::connection, "each flow needs a socket of its own, which identifies it");
  }
  if (qos.buffers.is_pool() && qos.message_concurrency.value() < qos.buffers.count()) {
    throw QoSError(Field::buffers,
                   "a message has one buffer, and messages=" + std::to_string(qos.message_concurrency.value()) +
                       " leaves some of the " + std::to_string(qos.buffers.count()) + " buffers unused");
  }
}

void require_without_threads(const EngineeringQoS& qos) {
  constexpr std::string_view why = "this build has no threads";
  if (qos.processing_concurrency.kind() == Processing::pool) throw QoSError(Field::processing, why);
  if (qos.scheduling != Scheduling{}) throw QoSError(Field::scheduling, why);
  if (qos.wait != WaitStrategy{}) throw QoSError(Field::wait, "one loop waits for all, and always blocks");
}

void require_at_consumer(const EngineeringQoS& qos) {
  dimma::require_assembled(qos, server_fields, by);
  if (qos::traits_of(qos.transport).has_groups && qos.socket.group.empty()) {
    throw QoSError(Field::socket, "transport=multicast needs a group(address,port)");
  }
  if (qos.processing_concurrency.kind() == Processing::factory) throw not_assembled(qos, Field::processing, by);
  if (qos.message_concurrency != CountLimit{unlimited} && !qos.is_null_task()) {
    throw not_assembled(qos, Field::messages, by);
  }
  if (qos.on_exhaustion == OnExhaustion::raise) {
    throw QoSError(Field::exhausted, "a consumer has no caller to raise an exception to; use wait or drop");
  }
  if (!sync::has_threads) require_without_threads(qos);
  if (!qos.is_null_task() && sync::has_threads) return;
  const std::string one = sync::has_threads ? "with processing=nullTask " : "in a build without threads ";
  if (qos.history != History{}) throw QoSError(Field::history, one + "the only queue is that of the socket");
  if (qos.on_exhaustion == OnExhaustion::drop) {
    throw QoSError(Field::exhausted, one + "nothing can be exhausted");
  }
}

}  // namespace

transport::StreamOptions socket_options(const EngineeringQoS& qos) {
  return {.send_buffer_octets = qos.socket.send_buffer,
          .receive_buffer_octets = qos.socket.receive_buffer,
          .dscp = qos.socket.dscp,
          .busy_poll = qos.socket.busy_poll,
          .ttl = qos.socket.ttl,
          .interface = qos.socket.interface,
          .wait = qos.wait,
          .loan_count = qos.loans.count(),
          .loan_octets = qos.loans.octets()};
}

void require_assembled(const EngineeringQoS& qos, End end) {
  qos.validate(end, Protocol::flow);
  if (!qos::traits_of(qos.transport).carries_datagrams) {
    throw not_assembled(qos, Field::transport, by);
  }
  if (end == End::client) {
    require_at_producer(qos);
  } else {
    require_at_consumer(qos);
  }
}

}  // namespace dimma::flow
