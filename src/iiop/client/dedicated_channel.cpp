#include "iiop/client/dedicated_channel.hpp"

#include "channel/loans.hpp"
#include "channel/nested_wait.hpp"
#include "iiop/client/connection/streaming_request.hpp"
#include "iiop/resources/loans.hpp"
#include "iiop/resources/options.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

void DedicatedChannel::take_turn(Deadline deadline) {
  if (!turn_.take_free()) {
    take_from_empty(turn_, patience_, deadline, "message slot", [] { return "pool of 1 (messages=1), 1 in use"; });
  }
}

DedicatedChannel::DedicatedChannel(const transport::Transports& transports, ChannelTarget target,
                                   const EngineeringQoS& qos, const Settings& settings, CallbackOffer* offer,
                                   Deadline deadline)
    : transports_(transports),
      qos_(qos),
      settings_(settings),
      offer_(offer),
      target_(std::move(target)),
      patience_(qos, settings),
      out_(qos.buffers.is_pool() ? qos.buffers.octets() : dedicated_send_octets,
           qos.buffers.is_pool() ? qos.buffers.octets() : settings.message_octets_max),
      out_octets_(out_.capacity()),
      last_use_(coarse_now()) {
  if (!qos.buffers.is_pool()) out_.gather();
  connect_now(deadline);
}

void DedicatedChannel::connect_now(Deadline deadline) {
  auto reached = offering(
      connect(transports_, target_.endpoints(), deadline, settings_.connect_timeout, stream_options(qos_, settings_)),
      offer_, settings_);
  auto fresh = std::make_shared<ClientConnection>(std::move(reached), settings_, reader_options(qos_, settings_),
                                                  static_cast<ReplyReader&>(*this));
  const sync::LockGuard lock(state_);
  if (closed_) throw channel_closed();
  out_.loans(fresh->loans(), false);
  connection_ = std::move(fresh);
}

namespace {
// Returns false if the peer has closed the connection. Called before an idle connection is used again, so that no
// request is lost on a dead one. Drops replies that arrived too late for their calls.
bool stands_after_idling(ClientConnection& connection) noexcept {
  try {
    while (!connection.broken() && connection.has_some_to_receive()) connection.receive(Clock::now());
  } catch (const CORBA::TIMEOUT&) {
    // Only a part of a late reply has arrived.
  } catch (const CORBA::Exception&) {
  }
  return !connection.broken();
}
}  // namespace

ClientConnection& DedicatedChannel::connected_anew(bool was_idle, Deadline deadline) {
  if (closed_.load(std::memory_order_relaxed)) throw channel_closed();
  if (connection_->broken() || (was_idle && !stands_after_idling(*connection_))) {
    connect_now(deadline);
  }
  return *connection_;
}

[[gnu::always_inline]] inline ClientConnection& DedicatedChannel::connected(Deadline deadline) {
  const auto now = coarse_now();
  const bool was_idle = now - last_use_ > idle_before_asking;
  last_use_ = now;
  if (was_idle || connection_->broken() || closed_.load(std::memory_order_relaxed))
    return connected_anew(was_idle, deadline);
  return *connection_;
}

std::uint32_t DedicatedChannel::next_id() noexcept {
  const auto id = last_id_.load(std::memory_order_relaxed) + 2;  // even, because this end opened the connection
  last_id_.store(id, std::memory_order_relaxed);
  return id;
}

void DedicatedChannel::begin(std::shared_ptr<channel::Awaiting> /*call*/) {
  throw CORBA::BAD_QOS(
      minor::bad_qos_asynchronous, CORBA::COMPLETED_NO,
      "field 'processing': nullTask does not support asynchronous calls, because the caller reads its own reply");
}

// Inlined into both callers, so that an ordinary call costs no extra function call.
[[gnu::always_inline]] inline channel::Outcome DedicatedChannel::finish(ClientConnection& connection,
                                                                        channel::Request& request, OpenedReply& reply,
                                                                        bool asked) {
  if (reply.header.status == ReplyStatus::needs_addressing_mode && !asked) {
    connection.addressing(read_addressing_mode(reply.body));
    return exchange_again(connection, request);
  }
  reply.body.text_form(target_.text_form());
  return finish_call(connection, request, reply);
}

[[gnu::always_inline]] inline bool DedicatedChannel::receive_usual(ClientConnection& connection, std::uint32_t id,
                                                                   Deadline deadline) {
  try {
    return connection.receive_usual(deadline);
  } catch (const CORBA::TIMEOUT&) {
    give_up(connection, id);
    throw;
  }
}

// `asked` is true if the server has already required another addressing mode for this request. Inlined into both
// callers, so that an ordinary call is one function from here to the socket.
[[gnu::always_inline]] inline channel::Outcome DedicatedChannel::exchange(ClientConnection& connection,
                                                                          channel::Request& request, bool asked) {
  const std::uint32_t id = next_id();
  out_.clear_external_blocks();
  cdr::Encoder out(out_, target_.order());
  const HeaderForm form = connection.header_form();
  // Must precede sending: the server may call back as soon as it has the request.
  const channel::NestedWait waiting(!request.operation.oneway);
  if (request.operation.parted) {
    standing_ = {};
    send_in_parts(connection, out, target_, request, id, form);
  } else {
    target_.write_request_over(out, standing_, id, request, form);
    connection.send_alone(out, target_.packets_max(), request.deadline);
  }
  out_octets_.store(out_.capacity(), std::memory_order_relaxed);
  if (form.introduces()) connection.introduced();
  if (request.operation.oneway) return {};
  if (kept_) {
    if (const auto outcome = finish_kept(connection, request, id, asked)) return *outcome;
  }
  for (;;) {
    const bool is_usual = receive_usual(connection, id, request.deadline);
    if (is_usual && connection.answers(id) && request.call_options == nullptr) {
      connection.read_results(request, target_.text_form());
      return {};
    }
    auto reply = receive_reply(connection, id, is_usual, request.deadline);
    if (reply.header.request_id != id) continue;  // the late reply to a call that timed out
    return finish(connection, request, reply, asked);
  }
}

channel::Outcome DedicatedChannel::exchange_again(ClientConnection& connection, channel::Request& request) {
  return exchange(connection, request, true);
}

channel::Outcome DedicatedChannel::call(channel::Request& request) {
  take_turn(request.deadline);
  const sync::LockGuard turn(turn_, std::adopt_lock);
  return exchange(connected(request.deadline), request, false);
}

std::optional<channel::Outcome> DedicatedChannel::finish_kept(ClientConnection& connection, channel::Request& request,
                                                              std::uint32_t id, bool asked) {
  const auto kept = std::exchange(kept_, std::nullopt);
  auto reply = open_reply({kept->header, kept->octets});
  if (reply.header.request_id != id) return std::nullopt;
  return finish(connection, request, reply, asked);
}

void DedicatedChannel::read_replies() noexcept {
  try {
    bool is_drained = false;
    while (const auto message = connection_->receive_what_is_there(is_drained)) keep_if_awaited(*message);
  } catch (const std::exception&) {
    connection_->shut_down();  // the sender then finds the connection broken
  }
}

// Keeps the reply to the request that is still being sent: a server may answer a long request before it has received
// all of it. Any other reply belongs to a call that was given up.
void DedicatedChannel::keep_if_awaited(const Incoming& message) {
  if (message.header.type != MessageType::reply) return;
  if (open_reply(message).header.request_id != last_id_.load(std::memory_order_relaxed)) return;
  const OctetView octets = with_part_ends(message.header, message.octets);
  kept_ = {message.header, {octets.begin(), octets.end()}};
}

OpenedReply DedicatedChannel::receive_reply(ClientConnection& connection, std::uint32_t id, bool is_there,
                                            Deadline deadline) {
  try {
    const auto message = is_there ? connection.received() : connection.receive_streaming(deadline);
    if (message.header.type != MessageType::reply) connection.protocol_error("an unexpected LocateReply");
    return open_reply(message);
  } catch (const CORBA::TIMEOUT&) {
    give_up(connection, id);
    throw;
  } catch (const CORBA::MARSHAL& malformed) {
    if (connection.broken()) throw;  // the reply was too large, and the connection has been given up
    connection.protocol_error(malformed._detail());
  }
}

void DedicatedChannel::give_up(ClientConnection& connection, std::uint32_t id) const noexcept {
  if (const auto minor = target_.cancel_minor()) connection.cancel(*minor, id);
}

channel::Located DedicatedChannel::locate(channel::Outcome& forward, Deadline deadline) {
  take_turn(deadline);
  const sync::LockGuard turn(turn_, std::adopt_lock);
  auto& connection = connected(deadline);
  const std::uint32_t id = next_id();
  out_.clear_external_blocks();
  standing_ = {};
  cdr::Encoder out(out_, target_.order());
  target_.write_locate(out, id);
  const channel::NestedWait waiting;
  connection.send(out, target_.packets_max(), deadline);
  for (;;) {
    const auto message = connection.receive(deadline);
    if (message.header.type != MessageType::locate_reply) continue;
    auto body = body_of(message.header, message.octets, CORBA::COMPLETED_NO);
    const auto header = read_locate_reply(body, message.header.minor);
    if (header.request_id == id) return finish_locate(header, body, forward);
  }
}

// May run concurrently with a call. Takes the loan from the current connection, even if that breaks in the meantime.
dimma::LoanBlock DedicatedChannel::loan(std::size_t octets, Deadline deadline) {
  std::shared_ptr<ClientConnection> connection;
  {
    const sync::LockGuard lock(state_);
    if (closed_) throw channel_closed();
    dimma::LoanBlock taken = take_free_loan(connection_->loans(), octets);
    if (taken.data() != nullptr) return taken;
    connection = connection_;
  }
  return take_loan(connection->loans(), octets, patience_, deadline);
}

void DedicatedChannel::close() noexcept {
  const sync::LockGuard lock(state_);
  closed_ = true;
  if (!connection_) return;
  if (turn_.take_free()) {
    connection_->end_in_order();
    turn_.unlock();
  } else {
    connection_->end_and_wake();  // wakes the caller that waits for its reply
  }
}

void DedicatedChannel::report(std::vector<channel::Fact>& facts) const {
  const sync::LockGuard lock(state_);
  add_usage(facts, "connection",
            connection_->endpoint_text() + (closed_                 ? ", closed"
                                            : connection_->broken() ? ", lost"
                                                                    : ""));
  add_usage(facts, "messages", turn_.usage(last_id_.load(std::memory_order_relaxed) != 0));
  add_usage(facts, "buffers",
            "send buffer: " + std::to_string(out_octets_.load(std::memory_order_relaxed)) + " octets");
  channel::report_loans(facts, connection_->loans());
}

}  // namespace dimma::iiop
