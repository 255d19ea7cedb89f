#pragma once
// One connection at the client's end. Sends and receives whole messages, and turns failures into exceptions.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "channel/reply.hpp"
#include "iiop/bidirectional/callback_offer.hpp"
#include "iiop/bidirectional/message_router.hpp"
#include "iiop/client/connection/send_side.hpp"
#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/message/giop_reader.hpp"
#include "iiop/message/send.hpp"
#include "iiop/message/settings.hpp"
#include "iiop/message/streaming_receive.hpp"
#include "transport/transports.hpp"

#include <dimma/generated/function_ref.hpp>

#include <memory>
#include <optional>
#include <span>

namespace dimma::iiop {

// An established connection, and the attempts that failed before it: "connect to shm:@...: connection refused".
struct Reached {
  std::unique_ptr<transport::Stream> stream;
  std::string tried_before;
  CallbackOffer* offer = nullptr;  // the client's offer of callbacks; outlives the connection
  ConnectionEnd end = ConnectionEnd::originator;
};
// Attaches the ORB's observer of connections, if it has one, and offers callbacks over the connection unless `offer` is
// nullptr. Throws CORBA::NO_RESOURCES.
Reached offering(Reached reached, CallbackOffer* offer, const Settings& settings);

// Connects to the first endpoint that answers before the deadline of the call, and within the limit for connecting.
// Throws what ConnectSteps::next() throws; the text names each endpoint that did not answer.
Reached connect(const transport::Transports& transports, std::span<const transport::Endpoint> endpoints,
                Deadline deadline, std::chrono::milliseconds limit, const transport::StreamOptions& options);

// A view of a Reply or LocateReply as it was received.
struct Incoming {
  MessageHeader header;
  OctetView octets;              // the part that has arrived
  cdr::Arrival* rest = nullptr;  // the source of the rest; nullptr if all has arrived
};

// One thread at a time receives; the channel chooses it. Any number of threads may send.
class ClientConnection final : private OfferedConnection {
 public:
  ClientConnection(Reached reached, const Settings& settings, const ReaderOptions& reading, ReplyReader& replies);
  ~ClientConnection();
  ClientConnection(const ClientConnection&) = delete;
  ClientConnection& operator=(const ClientConnection&) = delete;

  // Sends a complete message, in fragments if it is long and may be split, at most `packets_max` of them at once.
  // Throws TRANSIENT with COMPLETED_NO, and marks the connection broken, if it is lost before the whole message is
  // sent. Throws TIMEOUT at the deadline: with COMPLETED_NO if nothing has been sent, with COMPLETED_MAYBE if part of
  // the message has. The connection stays usable after a TIMEOUT; the next sender sends the rest of the message first.
  [[gnu::always_inline]] void send(cdr::Encoder& message, std::size_t packets_max, Deadline deadline) {
    if (!out_.permit().take(deadline)) too_late(CORBA::COMPLETED_NO);
    // A failure has to break the connection before the next thread may send.
    const sync::LockGuard lock(out_.permit(), std::adopt_lock);
    begin_message(deadline);
    if (!is_short(message)) return send_long(message, packets_max, deadline);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_whole({&piece, 1});
    if (!sent) send_rest_of_short(piece, sent, deadline);
  }

  // Like send(), for a thread that is the only sender during the call. Takes the permit only if it has to wait in the
  // middle of a message: it then reads replies, which may cause other messages, and these must not be sent yet.
  [[gnu::always_inline]] void send_alone(cdr::Encoder& message, std::size_t packets_max, Deadline deadline) {
    if (broken() || !out_.begin_at_once() || !is_short(message)) return send(message, packets_max, deadline);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_whole({&piece, 1});
    if (!sent) {
      const sync::LockGuard lock(out_.permit());
      send_rest_of_short(piece, sent, deadline);
    }
  }

  // Like send(), but never waits: octets that the stream does not take are kept, up to the limit of one message, and
  // sent before the next message or by flush(). Throws NO_RESOURCES above that limit. With Sending::with_others, a
  // short message is kept too, to be sent with those that follow. The result shows when flush() has to be called, if at
  // all: when there is room again, or after the other messages.
  enum class Sending : std::uint8_t { at_once, with_others };
  enum class Kept : std::uint8_t { nothing, for_room, for_others };
  [[gnu::always_inline]] Kept send_without_waiting(cdr::Encoder& message, std::size_t packets_max, Sending sending) {
    const sync::LockGuard lock(out_.permit());
    if (broken()) cannot_send({transport::Status::closed});
    if (sending == Sending::with_others || out_.is_late() || !is_short(message))
      return send_or_keep(message, packets_max, sending);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_or_keep({&piece, 1});
    if (!sent) cannot_send(sent);
    return out_.is_late() ? Kept::for_room : Kept::nothing;
  }
  // Sends as many of the kept octets as the stream takes. Returns true if some are left.
  bool flush() noexcept;
  int send_handle() const noexcept { return stream_->send_handle(); }

  // For sending a message in parts, by the thread that holds the permit. begin_message() is called once, before the
  // first part. Both functions throw what send() throws; once part of the message has been sent, send_part() instead
  // keeps the octets that cannot be sent in time.
  execution::TimedMutex& sending() noexcept DIMMA_RETURNS_LOCK(out_.permit()) { return out_.permit(); }
  [[gnu::always_inline]] void begin_message(Deadline deadline) {
    if (broken()) cannot_send({transport::Status::closed});
    if (!out_.begin_at_once()) begin_after_rest(deadline);
  }
  void send_part(std::span<iovec> pieces, Deadline deadline);
  // See SendSide.
  bool has_begun() const noexcept { return out_.has_begun(); }
  bool is_late() const noexcept { return out_.is_late(); }
  [[noreturn]] void too_late(CORBA::CompletionStatus completed) const;
  // Cancels a message of which some fragments have been sent and the others will not be.
  void call_off(std::uint8_t minor, std::uint32_t request_id) noexcept;
  std::size_t unstreamed_octets_max() const noexcept { return settings_.fragment_octets; }

  // Returns the next Reply or LocateReply, valid until the next call. Marks the connection broken and throws:
  // COMM_FAILURE with COMPLETED_MAYBE if the connection is lost or the octets are not GIOP, MARSHAL with
  // COMPLETED_MAYBE if the message is longer than the limit, TRANSIENT with COMPLETED_NO if the server closed
  // the connection in order (it has then not executed the requests that it has not answered). Throws TIMEOUT at
  // the deadline; the connection stays usable. In the single-threaded build, serves other requests while it
  // waits.
  Incoming receive(Deadline deadline);
  // Like receive(), but returns a long Reply when its first octets have arrived. Decoding that Reply waits for the
  // rest, until the same deadline, and throws failures with COMPLETED_YES.
  Incoming receive_streaming(Deadline deadline);
  // Fast path for a short message like the previous one. If it returns true, received() returns the message, and
  // answers() tells whether that is a reply of the usual form. Otherwise receive_streaming() returns the next message.
  [[gnu::always_inline]] bool receive_usual(Deadline deadline) {
    if constexpr (!sync::has_threads) {
      receive(deadline);
      return true;
    }
    if (!reader_.is_empty()) return false;
    receive_more(deadline);
    return reader_.take_usual();
  }
  [[gnu::always_inline]] bool answers(std::uint32_t request_id) const noexcept {
    return is_plain_reply_to(request_id, reader_.octets());
  }
  // Decodes the results. Called after answers() has returned true.
  [[gnu::always_inline]] void read_results(const channel::Request& request, const cdr::TextForm& text_form) const {
    auto results = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_YES, plain_reply_octets);
    results.text_form(text_form);
    channel::read_results(request, results);
    if (results.remaining() != 0) report_results_left(request, results);
  }
  // Logs that a reply contains more than the operation's results.
  [[gnu::cold]] void report_results_left(const channel::Request& request, const cdr::Decoder& results) const noexcept;
  Incoming received() {
    const auto type = reader_.header().type;
    if (type != MessageType::reply && type != MessageType::locate_reply) refuse_other_than_reply();
    return {reader_.header(), reader_.octets()};
  }
  // Returns the whole of a message that receive_streaming() returned early, for another caller.
  Incoming receive_whole(Deadline deadline) {
    reader_.take_back_streaming();
    return receive(deadline);
  }
  // Returns the next Reply or LocateReply if all of it has arrived; otherwise receives the part that has arrived and
  // returns nullopt. Never waits. `is_drained` is false at first, and is set when a receive has not filled the buffer:
  // then no more octets are available, and the next call does not receive. Cold, so that code shared with the other
  // functions is still inlined into them.
  [[gnu::cold]] std::optional<Incoming> receive_what_is_there(bool& is_drained);
  // For the single-threaded build: like receive(), but returns nullopt as soon as `done` returns true, which may be the
  // effect of a request that is served during the wait.
  std::optional<Incoming> receive_unless(function_ref<bool()> done, Deadline deadline);

  // True if octets after the last returned message have been received. Called only by the receiving thread.
  bool has_octets_ahead() const noexcept { return reader_.octets_ahead() != 0; }

  // Sends a CancelRequest if that is possible without waiting.
  void cancel(std::uint8_t minor, std::uint32_t request_id) noexcept;

  // Returns true if a receive would return octets or the end of the stream. Costs a poll. Called only by the receiving
  // thread.
  bool has_some_to_receive() noexcept;

  // The form of the next request's header. A server may require another form of target than the object key
  // (NEEDS_ADDRESSING_MODE). That form is then used for all requests, because a oneway has no reply that could require
  // it, and servers accept every form.
  HeaderForm header_form() const noexcept { return HeaderForm(header_form_.load(std::memory_order_relaxed)); }
  // Called when a request that introduces the client has been sent.
  void introduced() noexcept {
    if (says_again_.exchange(false)) return;
    constexpr unsigned said = HeaderForm::introducing | HeaderForm::offering;
    header_form_.fetch_and(static_cast<HeaderForm::Bits>(~said), std::memory_order_relaxed);
  }
  void addressing(Addressing wanted) noexcept {
    header_form_.fetch_and(HeaderForm::introducing | HeaderForm::offering, std::memory_order_relaxed);
    header_form_.fetch_or(HeaderForm::bits_of(wanted), std::memory_order_relaxed);
  }

  // The parity of this end's request ids: 0 if this end opened the connection, otherwise 1.
  std::uint32_t request_id_parity() const noexcept { return end_ == ConnectionEnd::acceptor ? 1 : 0; }

  bool broken() const noexcept { return broken_.load(std::memory_order_relaxed); }
  // Lets no new call use the connection. Calls in progress continue.
  void distrust() noexcept { broken_.store(true, std::memory_order_relaxed); }
  // Wakes senders and receivers, which then fail. Thread-safe.
  void shut_down() noexcept;
  // Ends the connection in order: the server receives everything that was sent. Requires that no thread receives.
  void end_in_order() noexcept;
  // Like end_in_order(), but wakes a thread that is receiving. If the server then sends more, the octets that are still
  // in flight to it are lost.
  void end_and_wake() noexcept;

  // Called when the server has violated GIOP: sends MessageError, breaks the connection, throws COMM_FAILURE.
  [[noreturn]] void protocol_error(const std::string& what);

  // The memory for loaned sequences that is shared with the server; nullptr if there is none.
  dimma::LoanArena* loans() const noexcept { return loans_.get(); }

  transport::Stream& stream() noexcept { return *stream_; }
  const transport::Stream& stream() const noexcept { return *stream_; }
  // Human-readable: the two ends of the connection, and the attempts that failed before it.
  std::string endpoint_text() const;

 private:
  // See is_short() in send.hpp.
  bool is_short(const cdr::Encoder& message) const noexcept {
    return message.size() <= short_octets_max_ && message.buffer().elsewhere() == 0;
  }
  void say_again() noexcept override;
  [[noreturn]] void cannot_send(const transport::Result& result);
  void begin_after_rest(Deadline deadline);
  void send_long(cdr::Encoder& message, std::size_t packets_max, Deadline deadline);
  void send_rest_of_short(iovec piece, const transport::Result& sent, Deadline deadline);
  Kept send_or_keep(cdr::Encoder& message, std::size_t packets_max, Sending sending);
  Kept keep_for_others(cdr::Encoder& message);
  bool has_message();
  bool receive_some(bool& is_drained);
  [[noreturn]] void refuse_other_than_reply();
  [[noreturn]] void refuse_what_came();
  class StreamedReply final : public StreamingReceive {
   public:
    StreamedReply(ClientConnection& connection, Deadline deadline) noexcept
        : StreamingReceive(connection.reader_, *connection.stream_), connection_(connection), deadline_(deadline) {}

   private:
    transport::Result wait_for_more(std::span<std::byte> into) override {
      return connection_.stream_->receive(into, deadline_);
    }
    [[noreturn]] void cannot_receive(const transport::Result& result) override {
      connection_.cannot_receive(result, CORBA::COMPLETED_YES);
    }
    [[noreturn]] void cannot_read_on() override { connection_.refuse_what_came(); }
    [[noreturn]] void was_cancelled() override {
      connection_.protocol_error("a CancelRequest, which a server must not send");
    }

    ClientConnection& connection_;
    Deadline deadline_;
  };

  [[gnu::always_inline]] void receive_more(Deadline deadline) {
    const auto result = stream_->receive(reader_.space(), deadline);
    if (!result) cannot_receive(result, CORBA::COMPLETED_MAYBE);
    reader_.received(result.octets);
  }
  [[noreturn]] void cannot_receive(const transport::Result& result, CORBA::CompletionStatus completed);
  // For the single-threaded build: waits until there may be more to receive, and serves other requests meanwhile.
  void await_more(Deadline deadline);
  void receive_what_is_there();
  std::string with_peer(std::string_view what) const;

  const std::unique_ptr<transport::Stream> stream_;
  const std::string peer_;  // taken at the start, because the system forgets it when the connection is reset
  const std::string tried_before_;
  CallbackOffer* const offer_;
  const ConnectionEnd end_;
  const Settings& settings_;
  const std::size_t short_octets_max_;
  SendSide out_;
  cdr::Buffer cancel_request_{32};  // owned by the thread that holds the permit
  MessageReader reader_;
  std::optional<StreamedReply> streaming_;  // owned by the receiving thread
  sync::Atomic<bool> broken_{false};
  sync::Atomic<HeaderForm::Bits> header_form_;
  const std::shared_ptr<dimma::LoanArena> loans_;
  sync::Atomic<bool> says_again_{false};  // the introduction in transit may lack new listen points: repeat it
};

// A reply whose header has been decoded. `body` is positioned at the aligned body.
struct OpenedReply {
  ReplyHeader header;
  cdr::Decoder body;
};
// Inlined into its callers, which are on the path of every call.
[[gnu::always_inline]] inline OpenedReply open_reply(const Incoming& message) {
  OpenedReply reply{{}, body_of(message.header, message.octets, CORBA::COMPLETED_YES)};
  reply.body.arrival(message.rest);
  reply.header = read_reply_header(reply.body, message.header.minor);
  return reply;
}

// Like channel::finish_call(), but also keeps the contexts of the reply.
channel::Outcome finish_call(const ClientConnection& connection, const channel::Request& request, OpenedReply& reply);
channel::Located finish_locate(const LocateReplyHeader& header, cdr::Decoder& body, channel::Outcome& forward);

}  // namespace dimma::iiop
