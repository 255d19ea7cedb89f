#include "flow/producer/producer.hpp"

#include "channel/loans.hpp"
#include "flow/producer/producer_plan.hpp"
#include "flow/wire/report.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <random>

namespace dimma::flow {

namespace {

// Minimum part of a message in its first packet, even if the path's datagrams are short and the identity is long.
constexpr std::size_t least_piece_octets = 256;
constexpr std::chrono::milliseconds close_looks_every{10};
constexpr std::chrono::hours longest_patience{1000};

std::uint64_t new_flow() {
  std::random_device random;
  return (std::uint64_t{random()} << 32U) | random();
}

CORBA::BAD_INV_ORDER closed() {
  return {minor::bad_inv_order_channel_closed, CORBA::COMPLETED_NO, "the binding was unbound, or its ORB shut down"};
}

channel::Octets checked_key(const channel::Octets& key) {
  constexpr std::size_t name_octets = 256;  // reserved for the operation's name
  if (key.size() <= identity_octets_max - name_octets) return key;
  throw CORBA::IMP_LIMIT(minor::imp_limit_object_key, CORBA::COMPLETED_NO,
                         "an object key of " + std::to_string(key.size()) + " octets is too long for a flow");
}

}  // namespace

ProducerChannel::ProducerChannel(std::unique_ptr<transport::DatagramSocket> socket, const Profile& profile,
                                 const EngineeringQoS& qos, const Settings& settings)
    : qos_(qos),
      settings_(settings),
      socket_(std::move(socket)),
      target_(profile.endpoint),
      object_key_(checked_key(profile.object_key)),
      flow_(new_flow()),
      lends_(qos.loans.is_pool() && traits_of(target_).shares_memory),
      piece_octets_(socket_->octets_in_one_piece()),
      batch_(producer_batch(qos)),
      resources_(qos, settings),
      pacer_(qos.rate),
      gathering_(qos.batch_delay ? std::make_unique<Gathering>(batch_, pacer_.octets_in(*qos.batch_delay),
                                                               settings.limits.message_octets_max)
                                 : nullptr),
      queries_(*socket_, flow_, traits_of(target_).has_groups) {
  if (gathering_) begin_gathering();
}

ProducerChannel::~ProducerChannel() { ProducerChannel::close(); }

void ProducerChannel::require_open() const {
  if (closed_.load(std::memory_order_relaxed)) throw closed();
}

channel::Outcome ProducerChannel::call(channel::Request& request) {
  require_open();
  if (!request.operation.oneway) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_flow_answer, CORBA::COMPLETED_NO,
                              "a flow carries oneway operations only, not " + std::string(request.operation.name));
  }
  if (gathering_) {
    gather(request);
    return {};
  }
  const auto lease = resources_.take_buffer(request.deadline);
  if (!lease) {
    drop();
    return {};
  }
  Outgoing message{.octets = {}, .body_at = 0, .identity = {object_key_, request.operation.name}};
  // Reserves room for the identity. send_now() decides whether the identity is sent.
  message.body_at = header_octets + identity_octets(message.identity);
  cdr::Encoder out(lease->buffer, settings_.byte_order);
  out.append(message.body_at);
  Lending lending(out, loans());
  if (!write(request, out, lending)) {
    drop();
    return {};
  }
  message.octets = {lease->buffer.data(), out.size()};
  message.arena = lending.lent_id();
  if (send(message, request.deadline)) lending.gone();
  return {};
}

bool ProducerChannel::send(const Outgoing& message, Deadline deadline) {
  const auto turn = resources_.take_turn(deadline);
  const sync::LockGuard lock(sending_);
  require_open();
  return send_now(message, deadline, {});
}

bool ProducerChannel::send_now(const Outgoing& message, Deadline deadline,
                               const std::optional<IdentityAnnouncer::Decision>& decided) {
  const std::size_t body_octets = message.octets.size() - message.body_at;
  if (body_octets > settings_.limits.message_octets_max || identity_octets(message.identity) > identity_octets_max) {
    throw CORBA::MARSHAL(minor::marshal_message_too_large, CORBA::COMPLETED_NO,
                         "a message of " + std::to_string(body_octets) + " octets is too long for a flow");
  }
  if (!await_rate(deadline, false)) {
    if (decided) announcer_.not_sent();
    return drop();
  }
  const Time at = now();
  const auto settled = decided ? *decided : announcer_.next(message.identity.operation, at);
  const std::size_t identity = settled.tells ? identity_octets(message.identity) : 0;
  const std::size_t before = header_octets + identity;
  const std::size_t piece = std::max(piece_octets_, before + least_piece_octets);
  const bool is_whole = before + body_octets <= piece;
  const std::size_t first = is_whole ? body_octets : (piece - before) & ~std::size_t{7};
  const Header header{.order = settings_.byte_order,
                      .has_identity = settled.tells,
                      .operation = settled.operation,
                      .flow = flow_,
                      .sequence = next_,
                      .timestamp = static_cast<std::uint64_t>(at.count()),
                      .message_octets = static_cast<std::uint32_t>(body_octets),
                      .fragment_octets = static_cast<std::uint16_t>(first)};
  std::byte* const begin = message.octets.data() + message.body_at - before;
  write_header(begin, header);
  if (settled.tells) write_identity(begin + header_octets, message.identity, settings_.byte_order);
  ++next_;
  const transport::Datagram datagram{{begin, before + first}, {}, message.arena};
  if (!hand_over({&datagram, 1})) {
    if (settled.tells) announcer_.not_sent();
    return drop();
  }
  if (!is_whole) return send_fragments(header, message, first, deadline);
  ++done_.sent;
  done_.octets += body_octets;
  return true;
}

bool ProducerChannel::send_fragments(Header header, const Outgoing& message, std::size_t first_octets,
                                     Deadline deadline) {
  struct Within {
    bool& is_within;
    explicit Within(bool& flag) noexcept : is_within(flag) { is_within = true; }
    ~Within() { is_within = false; }
  } const within(is_within_);
  header.has_identity = false;
  Headers headers;
  Pieces batch;
  auto rest = std::span<const std::byte>(message.octets).subspan(message.body_at + first_octets);
  while (!rest.empty()) {
    std::size_t count = 0;
    // Paced packets are sent one at a time.
    const std::size_t most = pacer_.is_unlimited() ? batch_ : 1;
    for (; count < most && !rest.empty(); ++count) {
      ++header.fragment;
      write_header(headers[count].data(), header);
      const auto piece = rest.first(std::min(first_octets, rest.size()));
      batch[count] = {headers[count], piece, message.arena};
      rest = rest.subspan(piece.size());
    }
    if (!await_rate(deadline, true) || !hand_over(std::span(batch).first(count))) return drop();
  }
  ++done_.sent;
  done_.octets += header.message_octets;
  return true;
}

bool ProducerChannel::await_rate(Deadline deadline, bool begun) {
  for (;;) {
    const Time wait = time_to_rate();
    if (wait == Time{0} && (begun || !is_within_)) return true;
    // Only a message that has not begun is dropped. A message that has begun is completed at the permitted rate.
    if (!begun && qos_.on_exhaustion == OnExhaustion::drop) return false;
    if (!begun && qos_.on_exhaustion == OnExhaustion::raise) {
      execution::raise_exhausted("send permit", field_text(qos_, Field::rate));
    }
    const auto until = Clock::now() + wait;
    if (!begun && until > deadline) execution::raise_timed_out("send permit", field_text(qos_, Field::rate));
    {
      const sync::UnlockGuard others_send(sending_);
      sync::sleep_until(std::min(until, Clock::now() + close_looks_every));
    }
    require_open();
  }
}

bool ProducerChannel::hand_over(std::span<const transport::Datagram> batch) {
  using NoRoom = transport::DatagramSocket::NoRoom;
  const bool waits = qos_.on_exhaustion == OnExhaustion::wait;
  const auto moved = socket_->send(batch, waits ? NoRoom::wait : NoRoom::give_up);
  done_.datagrams += moved.datagrams;
  if (moved.unreachable) ++done_.unreachable;
  if (!pacer_.is_unlimited()) {
    std::size_t octets = 0;
    for (const auto& datagram : batch) octets += datagram.octets();
    pacer_.gone(octets, now());
  }
  switch (moved.status) {
    case transport::Status::ok:
      return true;
    case transport::Status::timeout:
      if (qos_.on_exhaustion == OnExhaustion::raise)
        execution::raise_exhausted("buffer space of the socket", "the system accepts no more datagrams");
      return false;
    case transport::Status::closed:
      throw closed();
    case transport::Status::end:
    case transport::Status::failed:
      break;
  }
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, CORBA::COMPLETED_NO,
                            "send to " + to_string(socket_->peer()) + ": " +
                                transport::describe(transport::Result{moved.status, 0, moved.error}));
}

channel::Located ProducerChannel::locate(channel::Outcome& /*forward*/, Deadline /*deadline*/) {
  throw CORBA::NO_IMPLEMENT(minor::no_implement_flow_answer, CORBA::COMPLETED_NO, "a flow has no replies");
}

// Sends an ask or an end. Returns false if the channel is closed or sending has failed.
bool ProducerChannel::ask(Kind kind, std::uint64_t& timestamp) {
  const sync::LockGuard lock(sending_);
  if (closed_.load(std::memory_order_relaxed) && kind != Kind::end) return false;
  if (gathering_ && time_to_rate() == Time{0}) send_gathered();
  timestamp = static_cast<std::uint64_t>(now().count());
  const auto packet = write_ask(
      {.kind = kind, .order = settings_.byte_order, .flow = flow_, .sequence = gone(), .timestamp = timestamp});
  const transport::Datagram datagram{packet};
  const auto moved = socket_->send({&datagram, 1}, transport::DatagramSocket::NoRoom::give_up);
  return moved.status == transport::Status::ok || moved.status == transport::Status::timeout;
}

void ProducerChannel::close() noexcept {
  if (closed_.exchange(true)) return;
  if (gathering_) stop_gathering();
  try {
    std::uint64_t timestamp = 0;
    ask(Kind::end, timestamp);
  } catch (const std::exception&) {
    // The consumer will forget the flow after its idle timeout.
  }
  socket_->shutdown();
}

FlowReport ProducerChannel::account(std::chrono::milliseconds patience) {
  const auto until = Clock::now() + std::min<std::chrono::milliseconds>(patience, longest_patience);
  FlowReport report;
  queries_.fill(report, until, [&](std::uint64_t& timestamp) {
    if (gathering_) flush(until);
    return ask(Kind::ask, timestamp);
  });
  const sync::LockGuard lock(sending_);
  report.producer = done_;
  report.producer.dropped = dropped_.load(std::memory_order_relaxed);
  return report;
}

std::vector<channel::Fact> ProducerChannel::describe() const {
  FlowReport::Producer done;
  {
    const sync::LockGuard lock(sending_);
    done = done_;
  }
  auto facts = producer_plan(qos_, target_, settings_);
  add_usage(facts, "connection", to_string(socket_->local()) + " to " + to_string(socket_->peer()));
  add_usage(
      facts, "messages",
      std::to_string(done.sent) + " sent, " + std::to_string(dropped_.load(std::memory_order_relaxed)) + " dropped");
  add_usage(facts, "packets",
            std::to_string(done.datagrams) + " sent, " + std::to_string(piece_octets_) + " octets at most each");
  if (!gathering_) add_usage(facts, "buffers", resources_.buffer_usage());
  for (const auto& arena : socket_->known_loans()) channel::report_loans(facts, arena.get());
  return facts;
}

}  // namespace dimma::flow
