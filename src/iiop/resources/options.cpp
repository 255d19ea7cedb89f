#include "iiop/resources/options.hpp"

#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"
#include "execution/usage.hpp"
#include "iiop/message/memory_budget.hpp"
#include "qos/assembled.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <array>

#include <unistd.h>

namespace dimma::iiop {

namespace {
constexpr std::string_view by = "iiop";

// The buffer size of an idle connection: enough for ordinary messages, small enough for ten thousand connections.
constexpr std::size_t buffer_octets = 4096;
constexpr std::size_t server_buffer_octets_min = 256;

constexpr std::array client_fields{
    Field::protocol,   Field::transport, Field::processing,     Field::messages,   Field::connection, Field::exhausted,
    Field::read_ahead, Field::deadline,  Field::demultiplexing, Field::scheduling, Field::wait,       Field::socket,
    Field::packets,    Field::buffers,   Field::credentials,    Field::loans,      Field::memory};
constexpr std::array server_fields{Field::protocol,    Field::transport, Field::processing, Field::messages,
                                   Field::connection,  Field::exhausted, Field::read_ahead, Field::scheduling,
                                   Field::wait,        Field::socket,    Field::packets,    Field::buffers,
                                   Field::credentials, Field::memory};

void require_one_buffer(const EngineeringQoS& qos) {
  if (!qos.buffers.is_pool() || qos.buffers.count() == 1) return;
  throw QoSError(Field::buffers,
                 "processing=nullTask allows one message in progress at a time; use buffers=pool(1,size)");
}

void require_receives_what_fits(const EngineeringQoS& qos, const std::string& where) {
  if (qos.read_ahead.is_off() || qos.read_ahead == ReadAhead{}) return;
  throw QoSError(Field::read_ahead, where + " the size of the buffer determines how much a receive reads");
}

void require_assembled_at_client(const EngineeringQoS& qos) {
  dimma::require_assembled(qos, client_fields, by);
  const bool has_threads = qos.demultiplexing == Demultiplexing::task ||
                           qos.processing_concurrency.kind() == ProcessingConcurrency::Kind::pool ||
                           qos.processing_concurrency.kind() == ProcessingConcurrency::Kind::factory;
  if (qos.is_null_task()) require_one_buffer(qos);
  if (qos.is_null_task() && qos.buffers.is_pool())
    require_receives_what_fits(qos, "with processing=nullTask and buffers=pool");
  if (!has_threads && qos.scheduling != Scheduling{}) {
    throw QoSError(Field::scheduling,
                   "a client's channel has no thread of its own with processing=shared,demultiplexing=leader");
  }
}

void require_assembled_at_server(const EngineeringQoS& qos) {
  dimma::require_assembled(qos, server_fields, by);
  if (qos.is_null_task()) require_one_buffer(qos);
  if (qos.buffers.is_pool()) {
    require_receives_what_fits(qos, "with buffers=pool");
    if (qos.buffers.octets() < server_buffer_octets_min) {
      throw QoSError(Field::buffers, "the buffers of a server need at least " +
                                         std::to_string(server_buffer_octets_min) +
                                         " octets, enough for an error reply");
    }
  }
  if (qos.is_dedicated() && !qos.is_null_task()) {
    throw QoSError(Field::connection,
                   "only a client chooses between shared and dedicated connections; at a server, processing=nullTask "
                   "serves each connection by a thread of its own");
  }
}
}  // namespace

transport::StreamOptions stream_options(const EngineeringQoS& qos) {
  return {.send_buffer_octets = qos.socket.send_buffer,
          .receive_buffer_octets = qos.socket.receive_buffer,
          .dscp = qos.socket.dscp,
          .busy_poll = qos.socket.busy_poll,
          .wait = qos.wait,
          .credentials = qos.credentials,
          .loan_count = qos.loans.count(),
          .loan_octets = qos.loans.octets()};
}

transport::StreamOptions stream_options(const EngineeringQoS& qos, const Settings& settings) {
  auto options = stream_options(qos);
  options.peer_silence_max = settings.peer_silence_max;
  return options;
}

ReaderOptions reader_options(const EngineeringQoS& qos, const Settings& settings) {
  ReaderOptions options{.message_octets_max = settings.message_octets_max, .buffer_octets = buffer_octets};
  options.read_ahead = !qos.read_ahead.is_off();
  if (qos.read_ahead != ReadAhead{} && options.read_ahead) options.buffer_octets = qos.read_ahead.octets();
  if (qos.buffers.is_pool()) options.buffer_octets = options.message_octets_max = qos.buffers.octets();
  return options;
}

ReaderOptions server_reader_options(const EngineeringQoS& qos, const Settings& settings) {
  auto options = reader_options(qos, settings);
  if (qos.buffers.is_pool()) {
    options.spares = qos.buffers.count();
  } else {
    options.long_messages = std::make_shared<ReceiveBufferCache>();
  }
  return options;
}

std::size_t limit_of(const CountLimit& limit) noexcept {
  return limit.is_unlimited() ? execution::no_limit : limit.value();
}

std::size_t messages_at_once(const EngineeringQoS& qos) noexcept {
  const std::size_t said = limit_of(qos.message_concurrency);
  return qos.buffers.is_pool() ? std::min<std::size_t>(said, qos.buffers.count()) : said;
}

std::shared_ptr<MemoryBudget> make_memory_budget(const Settings& settings) {
  // Room for one message that is being received and one that is being served.
  const std::size_t connection =
      std::max(settings.connection_memory != 0 ? settings.connection_memory : 2 * settings.message_octets_max,
               settings.message_octets_max + buffer_octets);
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page = ::sysconf(_SC_PAGESIZE);
  std::size_t all = settings.memory_max;
  if (all == 0 && pages > 0 && page > 0) all = static_cast<std::size_t>(pages) / 2 * static_cast<std::size_t>(page);
  return std::make_shared<MemoryBudget>(connection, std::max(all, connection));
}

std::size_t connection_threads_max(const EngineeringQoS& qos) noexcept {
  constexpr std::size_t unless_said = 1024;
  if (!sync::has_threads || !qos.is_null_task()) return execution::no_limit;
  const std::size_t said = qos.processing_concurrency.tasks();
  return said != 0 ? said : unless_said;
}

std::chrono::nanoseconds coarse_now() noexcept { return CoarseClock::now().time_since_epoch(); }

CORBA::BAD_INV_ORDER channel_closed() {
  return {minor::bad_inv_order_channel_closed, CORBA::COMPLETED_NO, "the binding was unbound, or its ORB shut down"};
}

std::string read_ahead_text(const EngineeringQoS& qos) {
  if (qos.read_ahead.is_off()) return "off: the header and the body are received separately";
  if (qos.read_ahead == ReadAhead{})
    return "up to the size of the buffer, " + std::to_string(buffer_octets) + " octets";
  return std::to_string(qos.read_ahead.octets()) + " octets";
}

std::string timeouts_text(const EngineeringQoS& qos, const Settings& settings) {
  const std::string call = qos.deadline
                               ? field_text(qos, Field::deadline) + ", including connecting and waits for resources"
                               : "none (deadline=none)";
  return "connecting " + std::to_string(settings.connect_timeout.count()) + " ms; a call " + call +
         "; a connection that was idle for 1 s is checked before its next use; " + peer_silence_text(settings);
}

std::string peer_silence_text(const Settings& settings) {
  if (settings.peer_silence_max.count() == 0) return "the loss of the host of a TCP peer is not detected";
  return "the loss of the host of a TCP peer is detected within " + std::to_string(settings.peer_silence_max.count()) +
         " ms";
}

namespace {
[[maybe_unused]] void require_threads_not_needed(const EngineeringQoS& qos, End end) {
  constexpr std::string_view why = "this build has no threads";
  const auto kind = qos.processing_concurrency.kind();
  if (kind == ProcessingConcurrency::Kind::pool || kind == ProcessingConcurrency::Kind::factory) {
    throw QoSError(Field::processing, std::string(why));
  }
  if (qos.demultiplexing == Demultiplexing::task) throw QoSError(Field::demultiplexing, std::string(why));
  if (qos.scheduling != Scheduling{}) throw QoSError(Field::scheduling, std::string(why));
  if (end == End::server && !qos.is_null_task() && qos.wait.kind() != WaitStrategy::Kind::block) {
    throw QoSError(Field::wait, "this build serves the connections of all endpoints in one loop, which always blocks");
  }
}
}  // namespace

void require_threads_of(const EngineeringQoS& qos, End end, bool is_run_by_application) {
  using Kind = ProcessingConcurrency::Kind;
  const auto kind = qos.processing_concurrency.kind();
  if (!is_run_by_application) {
    if (kind != Kind::executor) return;
    throw QoSError(Field::processing,
                   "no application runs this ORB; call dimma::run_by_application() or dimma::asio::run_on() before the "
                   "first binding or endpoint");
  }
  const auto refuse = [&qos](Field field, const char* whose) {
    throw QoSError(field, field_text(qos, field) + " needs " + whose +
                              ", but the ORB is run by the application; use processing=executor");
  };
  if (kind == Kind::pool || kind == Kind::factory) refuse(Field::processing, "threads of its own");
  if (end == End::server && kind == Kind::null_task) refuse(Field::processing, "a thread for each connection");
  if (end == End::server && qos.wait.kind() != WaitStrategy::Kind::block) {
    throw QoSError(Field::wait, "the ORB is run by the application, which determines how it waits");
  }
  if (qos.demultiplexing == Demultiplexing::task) refuse(Field::demultiplexing, "a thread of its own");
  if (qos.scheduling != Scheduling{}) refuse(Field::scheduling, "a thread to be scheduled");
}

void require_assembled(const EngineeringQoS& qos, End end) {
  qos.validate(end, Protocol::iiop);
  if constexpr (!sync::has_threads) require_threads_not_needed(qos, end);
  if (end == End::client) {
    require_assembled_at_client(qos);
  } else {
    require_assembled_at_server(qos);
  }
}

}  // namespace dimma::iiop
