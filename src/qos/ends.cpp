#include "qos/ends.hpp"

#include "qos/transport_traits.hpp"

#include <array>

namespace dimma::qos {

namespace {

using Kind = ProcessingConcurrency::Kind;

enum class Of : std::uint8_t { both, client, server, parts };

// The ends to which a field applies, for each protocol. With `parts` the answer depends on the value or on other
// fields, see leave_out_parts().
struct Entry {
  Field field;
  Of iiop;
  Of flow;
  void (*reset)(EngineeringQoS& qos);
};

// In the order of the enumeration Field.
constexpr std::array<Entry, field_count> table{{
    {Field::protocol, Of::both, Of::both, [](EngineeringQoS& qos) { qos.protocol = Protocol::any; }},
    {Field::transport, Of::both, Of::both, [](EngineeringQoS& qos) { qos.transport = TransportKind::any; }},
    {Field::processing, Of::both, Of::parts, [](EngineeringQoS& qos) { qos.processing_concurrency = {}; }},
    {Field::messages, Of::both, Of::parts, [](EngineeringQoS& qos) { qos.message_concurrency = unlimited; }},
    {Field::packets, Of::both, Of::both, [](EngineeringQoS& qos) { qos.packet_concurrency = unlimited; }},
    {Field::connection, Of::client, Of::client, [](EngineeringQoS& qos) { qos.connection = Connection::automatic; }},
    {Field::demultiplexing, Of::client, Of::client,
     [](EngineeringQoS& qos) { qos.demultiplexing = Demultiplexing::leader; }},
    {Field::buffers, Of::both, Of::client, [](EngineeringQoS& qos) { qos.buffers = {}; }},
    {Field::exhausted, Of::both, Of::parts, [](EngineeringQoS& qos) { qos.on_exhaustion = OnExhaustion::wait; }},
    {Field::wait, Of::both, Of::server, [](EngineeringQoS& qos) { qos.wait = {}; }},
    {Field::read_ahead, Of::both, Of::both, [](EngineeringQoS& qos) { qos.read_ahead = {}; }},
    {Field::deadline, Of::client, Of::client, [](EngineeringQoS& qos) { qos.deadline.reset(); }},
    {Field::scheduling, Of::parts, Of::server, [](EngineeringQoS& qos) { qos.scheduling = {}; }},
    {Field::socket, Of::parts, Of::parts, [](EngineeringQoS& qos) { qos.socket = {}; }},
    {Field::history, Of::server, Of::server, [](EngineeringQoS& qos) { qos.history = {}; }},
    {Field::rate, Of::client, Of::client, [](EngineeringQoS& qos) { qos.rate = unlimited; }},
    {Field::batch_delay, Of::client, Of::client, [](EngineeringQoS& qos) { qos.batch_delay.reset(); }},
    {Field::credentials, Of::both, Of::both, [](EngineeringQoS& qos) { qos.credentials.clear(); }},
    {Field::loans, Of::client, Of::client, [](EngineeringQoS& qos) { qos.loans = {}; }},
    {Field::memory, Of::both, Of::parts, [](EngineeringQoS& qos) { qos.memory = Memory::any; }},
}};

constexpr bool is_in_order() {
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (table[i].field != static_cast<Field>(i)) return false;
  }
  return true;
}

void leave_out_parts(EngineeringQoS& qos, End end, bool is_flow) {
  const auto kind = qos.processing_concurrency.kind();
  if (is_flow) qos.memory = Memory::any;
  if (end == End::server) {
    qos.socket.ttl.reset();
    // A consumer delivers at most as many messages at a time as it has threads, and has no caller to throw an exception
    // to.
    if (is_flow && kind == Kind::factory) qos.processing_concurrency = {};
    if (is_flow && !qos.is_null_task()) qos.message_concurrency = unlimited;
    if (is_flow && qos.on_exhaustion == OnExhaustion::raise) qos.on_exhaustion = OnExhaustion::wait;
    return;
  }
  qos.socket.group.clear();
  qos.socket.group_port = 0;
  const bool has_tasks = kind == Kind::pool || kind == Kind::factory;
  // A channel without threads of its own runs on the callers' threads, whose scheduling belongs to the application.
  if (!has_tasks && qos.demultiplexing != Demultiplexing::task) qos.scheduling = {};
  if (is_flow && has_tasks) qos.processing_concurrency = {};  // a producer sends on the caller's thread
}

}  // namespace

EngineeringQoS for_end(const EngineeringQoS& qos, End end, Protocol protocol) {
  static_assert(is_in_order());
  const bool is_flow = protocol == Protocol::flow;
  const Of other = end == End::client ? Of::server : Of::client;
  EngineeringQoS left = qos;
  for (const Entry& entry : table) {
    if ((is_flow ? entry.flow : entry.iiop) == other) entry.reset(left);
  }
  leave_out_parts(left, end, is_flow);
  return left;
}

Protocol wanted_protocol(const EngineeringQoS& qos) noexcept {
  if (qos.protocol != Protocol::any) return qos.protocol;
  return traits_of(qos.transport).carries_streams ? Protocol::any : Protocol::flow;
}

}  // namespace dimma::qos
