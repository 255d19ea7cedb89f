#include "qos/validate.hpp"

#include "qos/text.hpp"
#include "qos/transport_traits.hpp"

#include <array>

namespace dimma::qos {
namespace {

using Found = std::optional<Problem>;

constexpr std::uint64_t tasks_max = 4096;
constexpr std::uint64_t connection_threads_max = 100'000;
constexpr std::uint64_t count_max = 1'000'000;
constexpr std::uint64_t size_max = std::uint64_t{1} << 30;
constexpr std::uint64_t buffer_octets_min = 64;
constexpr std::uint64_t read_ahead_min = 13;  // one octet more than a GIOP header
constexpr std::uint64_t read_ahead_max = std::uint64_t{1} << 24;
constexpr std::uint64_t busy_poll_max_us = 0x7fff'ffff;
constexpr unsigned dscp_max = 63;
constexpr unsigned cpu_max = 1023;
constexpr std::size_t credentials_max = 64;
constexpr std::size_t name_max = 15;  // maximum length of a thread or interface name
constexpr std::size_t address_max = 45;
constexpr unsigned ttl_max = 255;
constexpr std::chrono::nanoseconds batch_delay_max = std::chrono::seconds(1);

Found within(Field field, std::string_view what, std::uint64_t number, std::uint64_t least, std::uint64_t greatest) {
  if (number >= least && number <= greatest) return {};
  return Problem{field, std::string(what) + " of " + std::to_string(number) + " is not within " +
                            std::to_string(least) + " to " + std::to_string(greatest)};
}

Found count_within(Field field, std::string_view what, const CountLimit& limit) {
  if (limit.is_unlimited()) return {};
  return within(field, what, limit.value(), 1, count_max);
}

// Returns true if the given protocol can still be the one that carries the call.
bool is_possible(Protocol protocol, const EngineeringQoS& qos, const Purpose& purpose) {
  if (purpose.protocol != Protocol::any) return purpose.protocol == protocol;
  if (qos.protocol != Protocol::any) return qos.protocol == protocol;
  const auto& traits = traits_of(qos.transport);
  return protocol == Protocol::flow ? traits.carries_datagrams : traits.carries_streams;
}

Found check_protocol(const EngineeringQoS& qos, const Purpose& purpose) {
  if (purpose.protocol != Protocol::any && qos.protocol != Protocol::any && qos.protocol != purpose.protocol) {
    return Problem{Field::protocol, std::string(to_string(qos.protocol)) + " is requested, but the protocol here is " +
                                        std::string(to_string(purpose.protocol))};
  }
  return {};
}

Found check_transport(const EngineeringQoS& qos, const Purpose& purpose) {
  const Protocol protocol = purpose.protocol != Protocol::any ? purpose.protocol : qos.protocol;
  EngineeringQoS over_any = qos;
  over_any.protocol = Protocol::any;
  if (protocol == Protocol::any || is_possible(protocol, over_any, {})) return {};
  return Problem{Field::transport,
                 std::string(to_string(protocol)) + " does not run over " + std::string(to_string(qos.transport))};
}

Found check_processing(const EngineeringQoS& qos, const Purpose&) {
  if (qos.is_null_task() && qos.processing_concurrency.tasks() != 0) {
    return within(Field::processing, "a nullTask thread limit", qos.processing_concurrency.tasks(), 1,
                  connection_threads_max);
  }
  if (qos.processing_concurrency.kind() != ProcessingConcurrency::Kind::pool) return {};
  return within(Field::processing, "a pool", qos.processing_concurrency.tasks(), 1, tasks_max);
}

Found check_messages(const EngineeringQoS& qos, const Purpose& purpose) {
  if (auto found = count_within(Field::messages, "a limit", qos.message_concurrency)) return found;
  if (!qos.is_null_task() || qos.message_concurrency == CountLimit(1)) return {};
  if (!qos.message_concurrency.is_unlimited()) {
    return Problem{Field::messages, "processing=nullTask allows one message in progress on a connection; messages=" +
                                        std::to_string(qos.message_concurrency.value()) + " needs another processing"};
  }
  if (purpose.end != End::client) return {};
  return Problem{Field::messages,
                 "processing=nullTask allows one call in progress at a time, because the caller reads its own reply; "
                 "use messages=1"};
}

Found check_packets(const EngineeringQoS& qos, const Purpose&) {
  return count_within(Field::packets, "a limit", qos.packet_concurrency);
}

Found check_connection(const EngineeringQoS& qos, const Purpose&) {
  if (!qos.is_null_task() || qos.connection != Connection::shared) return {};
  return Problem{Field::connection, "processing=nullTask needs a connection of its own"};
}

Found check_demultiplexing(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.demultiplexing != Demultiplexing::task) return {};
  if (qos.is_null_task()) {
    return Problem{Field::demultiplexing, "processing=nullTask has no task for demultiplexing"};
  }
  if (purpose.end == End::server) {
    return Problem{Field::demultiplexing, "only a client demultiplexes replies; a server receives none"};
  }
  if (is_possible(Protocol::iiop, qos, purpose)) return {};
  return Problem{Field::demultiplexing, "flow has no replies to demultiplex"};
}

Found check_buffers(const EngineeringQoS& qos, const Purpose&) {
  if (!qos.buffers.is_pool()) return {};
  if (auto found = within(Field::buffers, "a pool", qos.buffers.count(), 1, count_max)) return found;
  return within(Field::buffers, "a buffer", qos.buffers.octets(), buffer_octets_min, size_max);
}

Found check_exhaustion(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.on_exhaustion != OnExhaustion::drop || is_possible(Protocol::flow, qos, purpose)) return {};
  return Problem{Field::exhausted, "only flow supports drop; iiop drops no messages"};
}

Found check_wait(const EngineeringQoS& qos, const Purpose&) {
  if (qos.wait.kind() != WaitStrategy::Kind::adaptive || qos.wait.spin_for().count() > 0) return {};
  return Problem{Field::wait, "the spin time must be greater than zero"};
}

Found check_read_ahead(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.read_ahead == ReadAhead{}) return {};
  if (!is_possible(Protocol::iiop, qos, purpose)) {
    return Problem{Field::read_ahead, "flow receives whole datagrams and has nothing to read ahead"};
  }
  if (qos.read_ahead.is_off()) return {};
  return within(Field::read_ahead, "a read-ahead", qos.read_ahead.octets(), read_ahead_min, read_ahead_max);
}

Found check_deadline(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.deadline && purpose.end == End::server) return Problem{Field::deadline, "only a client has a deadline"};
  if (!qos.deadline || qos.deadline->count() > 0) return {};
  return Problem{Field::deadline, "a deadline of " + duration_text(*qos.deadline) + " must be greater than zero"};
}

bool is_name_character(char character) noexcept {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || std::string_view("_.:/-").find(character) != std::string_view::npos;
}

// Checks that the name of a thread, interface or group can be written in the text form.
Found check_name(Field field, const std::string& what, const std::string& name, std::size_t most) {
  if (name.size() > most) {
    return Problem{field, what + " has more than " + std::to_string(most) + " characters"};
  }
  for (const char character : name) {
    if (is_name_character(character)) continue;
    return Problem{field,
                   what + " has " + quoted({&character, 1}) + ", which is not one of A-Z, a-z, 0-9, _, ., :, / and -"};
  }
  return {};
}

Found check_scheduling(const EngineeringQoS& qos, const Purpose& purpose) {
  const Scheduling& scheduling = qos.scheduling;
  if (scheduling == Scheduling{}) return {};
  if (!scheduling.cpus.empty() && *scheduling.cpus.rbegin() > cpu_max) {
    return within(Field::scheduling, "a processor number", *scheduling.cpus.rbegin(), 0, cpu_max);
  }
  const bool is_real_time =
      scheduling.policy == SchedulingPolicy::fifo || scheduling.policy == SchedulingPolicy::round_robin;
  if (is_real_time && (scheduling.priority < 1 || scheduling.priority > 99)) {
    return Problem{Field::scheduling,
                   "a priority of " + std::to_string(scheduling.priority) + " is not within 1 to 99"};
  }
  if (!is_real_time && scheduling.priority != 0) {
    return Problem{Field::scheduling, "only fifo and round-robin have a priority"};
  }
  if (auto found = check_name(Field::scheduling, "the thread's name", scheduling.thread_name, name_max)) return found;
  if (purpose.end != End::client || !qos.is_null_task()) return {};
  return Problem{Field::scheduling, "a client's channel has no thread of its own with processing=nullTask"};
}

// Checks the socket settings that apply only to datagrams.
Found check_group(const EngineeringQoS& qos, const Purpose& purpose) {
  const SocketSettings& socket = qos.socket;
  if (auto found = within(Field::socket, "a ttl", socket.ttl.value_or(0), 0, ttl_max)) return found;
  if (auto found = check_name(Field::socket, "the interface", socket.interface, name_max)) return found;
  if (auto found = check_name(Field::socket, "the group", socket.group, address_max)) return found;
  if (socket.group.empty() != (socket.group_port == 0))
    return Problem{Field::socket, "a group needs an address and a port"};
  if (socket.ttl && !is_possible(Protocol::flow, qos, purpose)) return Problem{Field::socket, "only flow has a ttl"};
  if (socket.ttl && purpose.end == End::server) return Problem{Field::socket, "only a producer has a ttl"};
  if (socket.group.empty() && socket.interface.empty()) return {};
  if (traits_of(qos.transport).has_groups) return {};
  return Problem{Field::socket,
                 std::string("only transport=multicast has ") + (socket.group.empty() ? "an interface" : "a group")};
}

Found check_socket(const EngineeringQoS& qos, const Purpose& purpose) {
  const SocketSettings& socket = qos.socket;
  if (socket == SocketSettings{}) return {};
  if (auto found = within(Field::socket, "a send buffer", socket.send_buffer, 0, size_max)) return found;
  if (auto found = within(Field::socket, "a receive buffer", socket.receive_buffer, 0, size_max)) return found;
  if (auto found = within(Field::socket, "a dscp", socket.dscp.value_or(0), 0, dscp_max)) return found;
  if (socket.busy_poll.count() < 0) return Problem{Field::socket, "busy-poll is negative"};
  const auto busy_poll_us = static_cast<std::uint64_t>(socket.busy_poll.count());
  if (auto found = within(Field::socket, "a busy-poll", busy_poll_us, 0, busy_poll_max_us)) return found;

  if (auto found = check_group(qos, purpose)) return found;
  const auto& traits = traits_of(qos.transport);
  if (!traits.has_receive_buffer && socket.receive_buffer != 0) {
    return Problem{Field::socket, std::string(traits.name) +
                                      " has no receive buffer: queued data counts against the send buffer of the peer"};
  }
  if (!traits.is_within_host) return {};
  if (!socket.dscp && !socket.ttl && busy_poll_us == 0) return {};
  return Problem{Field::socket, std::string(traits.name) + " has no network device for " +
                                    (socket.dscp  ? "dscp"
                                     : socket.ttl ? "ttl"
                                                  : "busy-poll")};
}

Found check_history(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.history == History{}) return {};
  if (!is_possible(Protocol::flow, qos, purpose)) return Problem{Field::history, "only flow has a history"};
  return count_within(Field::history, "a queue", qos.history.depth());
}

Found check_rate(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.rate.is_unlimited()) return {};
  if (!is_possible(Protocol::flow, qos, purpose)) return Problem{Field::rate, "only flow has a rate"};
  if (qos.rate.value() == 0) return Problem{Field::rate, "a rate of 0 sends nothing"};
  return {};
}

Found check_batch_delay(const EngineeringQoS& qos, const Purpose& purpose) {
  if (!qos.batch_delay) return {};
  if (!is_possible(Protocol::flow, qos, purpose)) return Problem{Field::batch_delay, "only flow has batches"};
  if (purpose.end == End::server) return Problem{Field::batch_delay, "only a producer has batches"};
  if (qos.batch_delay->count() > 0 && *qos.batch_delay <= batch_delay_max) return {};
  return Problem{Field::batch_delay, "a delay of " + duration_text(*qos.batch_delay) + " is not within 1ns to 1s"};
}

Found check_credentials(const EngineeringQoS& qos, const Purpose&) {
  if (qos.credentials.empty()) return {};
  if (auto found = check_name(Field::credentials, "the name", qos.credentials, credentials_max)) return found;
  if (qos.transport == TransportKind::any || traits_of(qos.transport).encrypts) return {};
  return Problem{Field::credentials, "only transport=tls has credentials"};
}

constexpr std::uint64_t loan_count_max = 4096;
constexpr std::uint64_t loans_octets_max = std::uint64_t{16} << 30;

Found check_loans(const EngineeringQoS& qos, const Purpose& purpose) {
  if (!qos.loans.is_pool()) return {};
  if (purpose.end == End::server) {
    return Problem{
        Field::loans,
        "only a client sets the pool, because it creates the shared memory; a server uses the pools of its clients"};
  }
  if (qos.transport != TransportKind::any && !traits_of(qos.transport).shares_memory) {
    return Problem{Field::loans, std::string(to_string(qos.transport)) +
                                     " shares no memory with the server; use transport=shm or any"};
  }
  if (auto found = within(Field::loans, "a pool", qos.loans.count(), 1, loan_count_max)) return found;
  if (auto found = within(Field::loans, "a place", qos.loans.octets(), buffer_octets_min, size_max)) return found;
  const std::uint64_t place = (qos.loans.octets() + 63) / 64 * 64;
  return within(Field::loans, "a total size (twice the pool)", 2 * qos.loans.count() * place, 1, loans_octets_max);
}

// Checks that a sealed call stays on one thread, which the application or the ORB can seal.
Found check_memory(const EngineeringQoS& qos, const Purpose& purpose) {
  if (qos.memory == Memory::any) return {};
  if (!is_possible(Protocol::iiop, qos, purpose)) {
    return Problem{Field::memory, "flow does not support memory=sealed; use memory=any"};
  }
  if (traits_of(qos.transport).encrypts) {
    return Problem{Field::memory, "OpenSSL allocates memory for each record that it sends or receives; use memory=any"};
  }
  const auto kind = qos.processing_concurrency.kind();
  const bool has_tasks = kind == ProcessingConcurrency::Kind::pool && purpose.end == End::client;
  if (has_tasks || kind == ProcessingConcurrency::Kind::factory) {
    return Problem{Field::memory, std::string("a sealed call stays on one thread, but processing=") +
                                      (has_tasks ? "pool(n) hands it to another" : "factory starts one for each call") +
                                      "; use processing=nullTask or shared"};
  }
  if (kind == ProcessingConcurrency::Kind::executor) {
    return Problem{Field::memory,
                   "the threads and handlers of processing=executor belong to the application and cannot be sealed; "
                   "use processing=nullTask or shared"};
  }
  if (qos.demultiplexing == Demultiplexing::task) {
    return Problem{
        Field::memory,
        "with demultiplexing=task another thread reads the reply of a sealed call; use demultiplexing=leader"};
  }
  return {};
}

constexpr std::array checks{check_protocol,   check_transport,      check_processing,  check_messages,   check_packets,
                            check_connection, check_demultiplexing, check_buffers,     check_exhaustion, check_wait,
                            check_read_ahead, check_deadline,       check_scheduling,  check_socket,     check_history,
                            check_rate,       check_batch_delay,    check_credentials, check_loans,      check_memory};

}  // namespace

std::optional<Problem> find_problem(const EngineeringQoS& qos, const Purpose& purpose) {
  for (const auto check : checks) {
    if (auto found = check(qos, purpose)) return found;
  }
  return {};
}

}  // namespace dimma::qos
