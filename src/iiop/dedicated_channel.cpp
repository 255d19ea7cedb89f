#include "iiop/dedicated_channel.hpp"

#include "iiop/nested.hpp"
#include "iiop/options.hpp"

#include <dimma/minor.hpp>

namespace dimma::iiop {

namespace {
class OneTurn {
 public:
  OneTurn(Turn& turn, transport::Deadline deadline) : turn_(turn) {
    if (!turn_.take(deadline)) {
      throw CORBA::TIMEOUT(minor::timeout_call, CORBA::COMPLETED_NO,
                           "the channel's one message was in use until the deadline (messages=1)");
    }
  }
  ~OneTurn() { turn_.give_back(); }
  OneTurn(const OneTurn&) = delete;
  OneTurn& operator=(const OneTurn&) = delete;

 private:
  Turn& turn_;
};
}  // namespace

DedicatedChannel::DedicatedChannel(const transport::Transports& transports, const channel::Tagged& profile,
                                   const EngineeringQoS& qos, const Settings& settings, transport::Deadline deadline)
    : transports_(transports),
      qos_(qos),
      settings_(settings),
      target_(profile, settings),
      out_(1024, settings.message_octets_max),
      last_use_(coarse_now()) {
  connect_now(deadline);
}

void DedicatedChannel::connect_now(transport::Deadline deadline) {
  auto reached = connect(transports_, target_.endpoints(), deadline, stream_options(qos_));
  auto fresh = std::make_shared<ClientConnection>(std::move(reached), settings_, reader_options(qos_, settings_));
  const std::lock_guard lock(state_);
  if (closed_) throw channel_closed();
  connection_ = std::move(fresh);
}

ClientConnection& DedicatedChannel::open(transport::Deadline deadline) {
  if (closed_.load(std::memory_order_relaxed)) [[unlikely]]
    throw channel_closed();
  const auto now = coarse_now();
  const bool idle = now - last_use_ > idle_before_asking;
  last_use_ = now;
  if (connection_->broken() || (idle && connection_->ended_while_idle())) [[unlikely]] {
    connect_now(std::min(deadline, transport::Clock::now() + settings_.connect_timeout));
  }
  return *connection_;
}

channel::Outcome DedicatedChannel::call(channel::Request& request) {
  const OneTurn turn(turn_, request.deadline);
  return exchange(open(request.deadline), request, Addressing::key);
}

channel::Outcome DedicatedChannel::exchange(ClientConnection& connection, channel::Request& request,
                                            Addressing addressing) {
  const std::uint32_t id = next_id_++;
  cdr::Encoder out(out_, target_.order());
  target_.write_request(out, id, request.operation, request.arguments, addressing);
  connection.send(out, request.deadline);
  if (request.operation.oneway) return {};

  CurrentUpcall::about_to_wait();
  for (;;) {
    auto reply = receive_reply(connection, id, request.deadline);
    if (reply.header.request_id != id) continue;  // of a call that was given up at its deadline
    if (reply.header.status == ReplyStatus::needs_addressing_mode && addressing == Addressing::key) [[unlikely]] {
      return exchange(connection, request, read_addressing_mode(reply.body));
    }
    return finish_call(request, reply);
  }
}

OpenedReply DedicatedChannel::receive_reply(ClientConnection& connection, std::uint32_t id,
                                            transport::Deadline deadline) {
  try {
    const auto message = connection.receive(deadline);
    if (message.header.type != MessageType::reply) connection.protocol_error("a LocateReply that nobody asked for");
    return open_reply(message);
  } catch (const CORBA::TIMEOUT&) {
    connection.cancel(target_.minor(), id);
    throw;
  } catch (const CORBA::MARSHAL& malformed) {
    connection.protocol_error(malformed._detail());
  }
}

channel::Located DedicatedChannel::locate(channel::Outcome& forward, transport::Deadline deadline) {
  const OneTurn turn(turn_, deadline);
  auto& connection = open(deadline);
  const std::uint32_t id = next_id_++;
  cdr::Encoder out(out_, target_.order());
  target_.write_locate(out, id);
  connection.send(out, deadline);
  CurrentUpcall::about_to_wait();
  for (;;) {
    const auto message = connection.receive(deadline);
    if (message.header.type != MessageType::locate_reply) continue;
    auto body = body_of(message.header, message.octets, CORBA::COMPLETED_NO);
    const auto header = read_locate_reply(body, message.header.minor);
    if (header.request_id == id) return finish_locate(header, body, forward);
  }
}

void DedicatedChannel::close() noexcept {
  const std::lock_guard lock(state_);
  closed_ = true;
  if (connection_) connection_->shut_down();
}

std::vector<channel::Fact> DedicatedChannel::describe() const {
  const std::lock_guard lock(state_);
  return {
      {"protocol", "iiop, GIOP 1." + std::to_string(target_.minor())},
      {"connection", "dedicated, " + connection_->endpoint_text() +
                         (closed_                 ? ", closed"
                          : connection_->broken() ? ", lost"
                                                  : "")},
      {"processing", "nullTask: the calling thread sends the request and reads the reply"},
      {"messages", "1 at a time; another caller waits its turn"},
      {"buffers", "1 to send of " + std::to_string(out_.capacity()) + " octets, 1 to receive; each grows up to " +
                      std::to_string(settings_.message_octets_max)},
      {"wait", "block"},
      {"read-ahead", read_ahead_text(qos_)},
      {"timeouts", timeouts_text(qos_, settings_)},
  };
}

}  // namespace dimma::iiop
