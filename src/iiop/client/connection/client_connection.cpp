#include "iiop/client/connection/client_connection.hpp"

#include "base/deadline.hpp"
#include "base/log/log.hpp"
#include "base/sealing.hpp"
#include "cdr/stream/exceptions.hpp"
#include "channel/forward.hpp"
#include "channel/reply.hpp"
#include "iiop/client/connection/connect_steps.hpp"
#include "iiop/giop/exception_text.hpp"
#include "iiop/resources/reach.hpp"
#include "qos/text.hpp"
#include "transport/stream_tap.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <cerrno>

#include <poll.h>

namespace dimma::iiop {

Reached connect(const transport::Transports& transports, std::span<const transport::Endpoint> endpoints,
                Deadline deadline, std::chrono::milliseconds limit, const transport::StreamOptions& options) {
  ConnectSteps steps(transports, endpoints, deadline, limit);
  for (;;) {
    const auto step = steps.next();
    auto connected = step.transport.connect(step.endpoint, step.until, options);
    if (connected.stream) return {std::move(connected.stream), steps.tried()};
    steps.failed(connected);
  }
}

Reached offering(Reached reached, CallbackOffer* offer, const Settings& settings) {
  if (settings.tap) reached.stream = settings.tap->tap(std::move(reached.stream), End::client);
  if (offer == nullptr) return reached;
  bool is_offered = false;
  reached.stream = offer->offer_over(std::move(reached.stream), is_offered);
  reached.offer = is_offered ? offer : nullptr;
  return reached;
}

ClientConnection::ClientConnection(Reached reached, const Settings& settings, const ReaderOptions& reading,
                                   ReplyReader& replies)
    : stream_(std::move(reached.stream)),
      peer_(to_string(stream_->peer())),
      tried_before_(std::move(reached.tried_before)),
      offer_(reached.offer),
      end_(reached.end),
      settings_(settings),
      short_octets_max_(iiop::short_octets_max(settings)),
      out_(*stream_, replies),
      reader_(reading),
      header_form_(static_cast<HeaderForm::Bits>(HeaderForm::introducing |
                                                 (offer_ != nullptr ? HeaderForm::offering : HeaderForm::Bits{0}))),
      loans_(stream_->loans()) {
  if (offer_ != nullptr) {
    offer_->add(*this);
  } else if (settings_.reach) {
    settings_.reach->met(*stream_);
  }
  log::write(log::Event::connection_opened, [this] {
    return log::Entry{.text = "the connection from " + endpoint_text() + " is open", .peer = peer_};
  });
}

ClientConnection::~ClientConnection() {
  if (offer_ != nullptr) offer_->remove(*this);
  log::write(log::Event::connection_closed, [this] {
    const std::string why = broken() ? "it was lost, or closed by the server" : "it is no longer used";
    return log::Entry{.text = "the connection to " + peer_ + " is closed: " + why, .peer = peer_};
  });
}

void ClientConnection::say_again() noexcept {
  says_again_.store(true);
  header_form_.fetch_or(HeaderForm::introducing | HeaderForm::offering, std::memory_order_relaxed);
}

std::string ClientConnection::endpoint_text() const {
  auto text = to_string(stream_->local()) + " to " + peer_;
  if (offer_ != nullptr) text += ", callbacks offered to " + offer_->listen_points_text();
  if (end_ == ConnectionEnd::acceptor) text += ", opened by the client that is called back";
  return tried_before_.empty() ? text : text + " (" + tried_before_ + ")";
}

std::string ClientConnection::with_peer(std::string_view what) const {
  return "connection to " + peer_ + ": " + std::string(what);
}

void ClientConnection::shut_down() noexcept {
  broken_.store(true, std::memory_order_relaxed);
  stream_->shutdown();
}

void ClientConnection::end_in_order() noexcept {
  broken_.store(true, std::memory_order_relaxed);
  stream_->end_sending();
}

void ClientConnection::end_and_wake() noexcept {
  end_in_order();
  stream_->shutdown();
}

void ClientConnection::send_rest_of_short(iovec piece, const transport::Result& sent, Deadline deadline) {
  if (const auto result = out_.send_rest_of_whole({&piece, 1}, sent, deadline); !result) cannot_send(result);
  if (out_.is_late()) too_late(CORBA::COMPLETED_MAYBE);
}

void ClientConnection::send_long(cdr::Encoder& message, std::size_t packets_max, Deadline deadline) {
  const auto send = [&](std::span<iovec> pieces) { return out_.send(pieces, deadline); };
  if (const auto result = send_long_message(send, message, settings_, packets_max); !result) cannot_send(result);
  if (out_.is_late()) too_late(CORBA::COMPLETED_MAYBE);
}

namespace {
// Limits of the messages that are kept in order to be sent together: the length of one, and of all.
constexpr std::size_t batched_message_octets_max = std::size_t{4} << 10;
constexpr std::size_t batch_octets_max = std::size_t{32} << 10;
}  // namespace

ClientConnection::Kept ClientConnection::send_or_keep(cdr::Encoder& message, std::size_t packets_max, Sending sending) {
  if (out_.octets_kept() > settings_.message_octets_max) {
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              with_peer(std::to_string(out_.octets_kept()) +
                                        " octets of requests wait to be sent, more than --dimma-max-message"));
  }
  if (sending == Sending::with_others && is_short(message) && message.size() <= batched_message_octets_max) {
    return keep_for_others(message);
  }
  const auto send = [&](std::span<iovec> pieces) { return out_.send_or_keep(pieces); };
  if (const auto result = send_message_by(send, message, settings_, packets_max); !result) cannot_send(result);
  return out_.is_late() ? Kept::for_room : Kept::nothing;
}

// If octets were kept before, a flush() is pending already.
ClientConnection::Kept ClientConnection::keep_for_others(cdr::Encoder& message) {
  const std::size_t before = out_.octets_kept();
  const iovec piece{message.buffer().data(), message.size()};
  if (const auto result = out_.keep({&piece, 1}); !result) cannot_send(result);
  if (before / batch_octets_max == out_.octets_kept() / batch_octets_max) {
    return before == 0 ? Kept::for_others : Kept::nothing;
  }
  const auto result = out_.send_rest_now();
  if (result.status == transport::Status::timeout) return Kept::for_room;
  if (!result) cannot_send(result);
  return Kept::nothing;
}

bool ClientConnection::flush() noexcept {
  if (!out_.permit().try_lock()) return true;  // another thread is sending, and may leave some octets
  const sync::LockGuard lock(out_.permit(), std::adopt_lock);
  if (!out_.is_late()) return false;
  const auto result = out_.send_rest_now();
  if (result.status == transport::Status::timeout) return true;
  if (!result) shut_down();
  return false;
}

void ClientConnection::begin_after_rest(Deadline deadline) {
  if (const auto result = out_.begin(deadline); !result) cannot_send(result);
}

void ClientConnection::too_late(CORBA::CompletionStatus completed) const {
  throw CORBA::TIMEOUT(minor::timeout_call, completed, sealing::words([this] {
                         return with_peer("the request could not be sent before the deadline");
                       }));
}

namespace {
std::string failure_text(const transport::Stream& stream, const transport::Result& result) {
  auto text = stream.failure();
  return text.empty() ? transport::describe(result) : text;
}

// A GIOP server that shuts down in order sends CloseConnection first.
std::string lost_text(const transport::Stream& stream, const transport::Result& result) {
  auto text = failure_text(stream, result);
  if (result.status != transport::Status::end) return text;
  text += ": the server has crashed or was killed, or its port does not speak plain GIOP";
  const bool may_have_met_tls = traits_of(stream.peer()).is_plain_network();
  return text + (may_have_met_tls ? " (corbaloc:ssliop: is for TLS)" : "") + "; see its log";
}

std::string unsent_text(const transport::Stream& stream, const transport::Result& result) {
  auto text = failure_text(stream, result);
  if (result.status != transport::Status::failed || result.error != EPIPE) return text;
  return text +
         ": the server has closed the connection: it has ended, or the request exceeds its --dimma-max-message; see "
         "its log";
}

// True for the results of sending after the peer has closed the connection, or another thread has detected that.
bool is_end(const transport::Result& result) noexcept {
  if (result.status == transport::Status::closed) return true;
  return result.status == transport::Status::failed && (result.error == EPIPE || result.error == ECONNRESET);
}
}  // namespace

void ClientConnection::cannot_send(const transport::Result& result) {
  if (result.status == transport::Status::timeout) too_late(CORBA::COMPLETED_NO);
  if (is_end(result)) {
    // The peer accepts no more octets. It may have sent CloseConnection before that, which the reading thread must
    // find. So the stream is not shut down, and the octets that have arrived can still be received.
    broken_.store(true, std::memory_order_relaxed);
  } else {
    shut_down();
  }
  throw CORBA::TRANSIENT(minor::transient_connection_lost, CORBA::COMPLETED_NO,
                         with_peer(unsent_text(*stream_, result)));
}

void ClientConnection::send_part(std::span<iovec> pieces, Deadline deadline) {
  if (const auto result = out_.send(pieces, deadline); !result) cannot_send(result);
}

void ClientConnection::cannot_receive(const transport::Result& result, CORBA::CompletionStatus completed) {
  if (result.status == transport::Status::timeout) {
    throw CORBA::TIMEOUT(minor::timeout_call, completed,
                         sealing::words([this] { return with_peer("no reply before the deadline"); }));
  }
  shut_down();
  throw CORBA::COMM_FAILURE(minor::comm_failure_connection_lost, completed,
                            sealing::words([&] { return with_peer(lost_text(*stream_, result)); }));
}

bool ClientConnection::has_message() {
  for (;;) {
    switch (reader_.next()) {
      case Progress::need_more:
        return false;
      case Progress::begun:
        continue;
      case Progress::fault:
        refuse_what_came();
      case Progress::message:
        return true;
    }
  }
}

void ClientConnection::refuse_other_than_reply() {
  switch (reader_.header().type) {
    case MessageType::close_connection:
      shut_down();
      throw CORBA::TRANSIENT(minor::transient_closed_by_peer, CORBA::COMPLETED_NO, with_peer("closed by the server"));
    case MessageType::message_error:
      shut_down();
      throw CORBA::COMM_FAILURE(minor::comm_failure_protocol, CORBA::COMPLETED_MAYBE,
                                with_peer("the server answered MessageError: the request is malformed, or exceeds its "
                                          "--dimma-max-message; see its log"));
    default:
      protocol_error(std::string("a ") + to_string(reader_.header().type) + ", which a server must not send");
  }
}

// Returns false if there is nothing to receive.
[[gnu::always_inline]] inline bool ClientConnection::receive_some(bool& is_drained) {
  if (is_drained) return false;
  const auto space = reader_.space();
  const auto result = stream_->receive(space, no_wait);
  is_drained = result.octets < space.size();
  if (result.status == transport::Status::timeout) return false;
  if (!result) cannot_receive(result, CORBA::COMPLETED_MAYBE);
  reader_.received(result.octets);
  return true;
}

std::optional<Incoming> ClientConnection::receive_what_is_there(bool& is_drained) {
  if (reader_.is_empty()) {  // no message can be complete
    if (!receive_some(is_drained)) return std::nullopt;
    if (reader_.take_usual()) return received();
  }
  while (!has_message()) {
    if (!receive_some(is_drained)) return std::nullopt;
  }
  return received();
}

void ClientConnection::refuse_what_came() {
  if (reader_.fault().kind != Fault::Kind::too_large) protocol_error(reader_.fault().text);
  shut_down();
  throw CORBA::MARSHAL(minor::marshal_message_too_large, CORBA::COMPLETED_MAYBE, with_peer(reader_.fault().text));
}

void ClientConnection::cancel(std::uint8_t minor, std::uint32_t request_id) noexcept {
  if (!out_.permit().try_lock()) return;
  const sync::LockGuard lock(out_.permit(), std::adopt_lock);
  if (broken() || !out_.begin(no_wait)) return;
  call_off(minor, request_id);
}

void ClientConnection::call_off(std::uint8_t minor, std::uint32_t request_id) noexcept {
  transport::Result result;
  try {
    cdr::Encoder out(cancel_request_, settings_.byte_order);
    write_cancel_request(out, minor, request_id);
    iovec piece{cancel_request_.data(), out.size()};
    result = out_.send({&piece, 1}, no_wait);
  } catch (const CORBA::Exception&) {
    result.status = transport::Status::failed;
  }
  // A timeout is not a failure: within a message, the CancelRequest is kept and sent later; otherwise it is dropped.
  if (!result && result.status != transport::Status::timeout) shut_down();
}

void ClientConnection::protocol_error(const std::string& what) {
  // Does not wait for another sender, because the connection is given up anyway.
  if (out_.permit().try_lock()) {
    const sync::LockGuard lock(out_.permit(), std::adopt_lock);
    cdr::Buffer buffer(32);
    cdr::Encoder out(buffer, settings_.byte_order);
    write_message_error(out, settings_.giop_minor);
    iovec piece{buffer.data(), out.size()};
    if (out_.begin(no_wait)) stream_->send({&piece, 1}, no_wait);
    shut_down();  // before another thread may send
  }
  shut_down();
  throw CORBA::COMM_FAILURE(minor::comm_failure_protocol, CORBA::COMPLETED_MAYBE, with_peer(what));
}

bool ClientConnection::has_some_to_receive() noexcept {
  pollfd idle{stream_->handle(), POLLIN, 0};
  return !stream_->prepare_poll() || ::poll(&idle, 1, 0) != 0;
}

namespace {
// Out of line, because few calls request the contexts.
[[gnu::cold, gnu::noinline]] void keep_contexts(const channel::CallOptions& call_options, const ReplyHeader& header) {
  if (call_options.reply_contexts != nullptr) *call_options.reply_contexts = copies_of(header.contexts);
}
}  // namespace

channel::Outcome finish_call(const ClientConnection& connection, const channel::Request& request, OpenedReply& reply) {
  if (request.call_options != nullptr) keep_contexts(*request.call_options, reply.header);
  auto outcome = channel::finish_call(request, reply.header.status, reply.body,
                                      [&] { return read_exception_text(reply.header.contexts); });
  if (reply.body.remaining() != 0 && outcome.kind == channel::Outcome::Kind::done)
    connection.report_results_left(request, reply.body);
  return outcome;
}

void ClientConnection::report_results_left(const channel::Request& request,
                                           const cdr::Decoder& results) const noexcept {
  const std::size_t left = results.left();
  if (left == 0 || sealing::is_sealed()) return;
  log::write(log::Event::results_left, [&] {
    return log::Entry{.text = "the reply of " + peer_ + " to " + qos::quoted(request.operation.name) + " has " +
                              std::to_string(left) +
                              " octets more than the operation's results: client and server have different IDL",
                      .peer = peer_,
                      .operation = std::string(request.operation.name)};
  });
}

channel::Located finish_locate(const LocateReplyHeader& header, cdr::Decoder& body, channel::Outcome& forward) {
  switch (header.status) {
    case LocateStatus::unknown_object:
      return channel::Located::unknown_object;
    case LocateStatus::object_here:
      return channel::Located::object_here;
    case LocateStatus::object_forward:
      forward = {channel::Outcome::Kind::location_forward, channel::read_forward(body)};
      return channel::Located::object_forward;
    case LocateStatus::object_forward_perm:
      forward = {channel::Outcome::Kind::location_forward_perm, channel::read_forward(body)};
      return channel::Located::object_forward;
    case LocateStatus::system_exception:
      cdr::raise_system_exception(body);
    case LocateStatus::needs_addressing_mode:
      // This is the object's server, although it requires another addressing mode.
      return channel::Located::object_here;
  }
  return channel::Located::unknown_object;
}

}  // namespace dimma::iiop
