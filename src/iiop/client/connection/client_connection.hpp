#pragma once
// One connection at the client's end. Sends and receives whole messages, and turns failures into exceptions.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "channel/connect_attempts.hpp"
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
// Has the connection observed if the ORB observes its connections, and makes the offer of callbacks over it; nullptr
// stands for no offer. Throws CORBA::NO_RESOURCES.
Reached offering(Reached reached, CallbackOffer* offer, const Settings& settings);

// Connects to the first endpoint that answers before the deadline of the call, and within the limit for connecting.
// Throws what raise_unreached() throws; the text names each endpoint that did not answer.
Reached connect(const transport::Transports& transports, std::span<const transport::Endpoint> endpoints,
                Deadline deadline, std::chrono::milliseconds limit, const transport::StreamOptions& options);

// Throws after these attempts: CORBA::NO_PERMISSION if the servers' certificates alone are the cause, CORBA::TIMEOUT if
// the deadline of the call has passed, otherwise CORBA::TRANSIENT; COMPLETED_NO.
[[noreturn]] void raise_unreached(std::string tried, const channel::ConnectAttempts& attempts, Deadline deadline);

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

  // Sends an ended message, in fragments if it is long and may be split, at most `packets_max` of them at once. Throws
  // TRANSIENT with COMPLETED_NO, and marks the connection broken, if it is lost before the whole message is sent.
  // Throws TIMEOUT at the deadline: with COMPLETED_NO if nothing has been sent, with COMPLETED_MAYBE if some of the
  // message has. The connection stays usable after a TIMEOUT; the next sender sends the rest of the message first.
  [[gnu::always_inline]] void send(cdr::Encoder& message, std::size_t packets_max, Deadline deadline) {
    if (!out_.permit().take(deadline)) [[unlikely]]
      too_late(CORBA::COMPLETED_NO);
    // A failure has to break the connection before the next thread may send.
    const sync::LockGuard lock(out_.permit(), std::adopt_lock);
    begin_message(deadline);
    if (!is_short(message)) [[unlikely]]
      return send_long(message, packets_max, deadline);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_whole({&piece, 1});
    if (!sent) [[unlikely]]
      send_rest_of_short(piece, sent, deadline);
  }

  // The same for a thread that is the only sender as long as the call lasts. It takes the permit only if it may have to
  // read replies in the middle of a message, so that nothing is sent then on account of what it reads.
  [[gnu::always_inline]] void send_alone(cdr::Encoder& message, std::size_t packets_max, Deadline deadline) {
    if (broken() || !out_.begin_at_once() || !is_short(message)) [[unlikely]]
      return send(message, packets_max, deadline);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_whole({&piece, 1});
    if (!sent) [[unlikely]] {
      const sync::LockGuard lock(out_.permit());
      send_rest_of_short(piece, sent, deadline);
    }
  }

  // Like send(), but never waits: octets that there is no room for are kept, up to the limit of one message, and sent
  // before the next message or by flush(). Throws NO_RESOURCES beyond that. A short message is kept too if others
  // follow at once. Returns what flush() has to be called for: when there is room again, or when the others are there.
  enum class Sending : std::uint8_t { at_once, with_others };
  enum class Kept : std::uint8_t { nothing, for_room, for_others };
  [[gnu::always_inline]] Kept send_without_waiting(cdr::Encoder& message, std::size_t packets_max, Sending sending) {
    const sync::LockGuard lock(out_.permit());
    if (broken()) [[unlikely]]
      cannot_send({transport::Status::closed});
    if (sending == Sending::with_others || out_.is_late() || !is_short(message)) [[unlikely]]
      return send_or_keep(message, packets_max, sending);
    iovec piece{message.buffer().data(), message.size()};
    const auto sent = out_.send_or_keep({&piece, 1});
    if (!sent) [[unlikely]]
      cannot_send(sent);
    return out_.is_late() ? Kept::for_room : Kept::nothing;
  }
  // Sends as much of the kept octets as there is room for. Returns true if some are left.
  bool flush() noexcept;
  int send_handle() const noexcept { return stream_->send_handle(); }

  // Send a message in parts, by the thread that holds the permit. begin_message() is called once, before the first
  // part. Both throw what send() throws; send_part() does so only until something has been sent, and then keeps late
  // octets.
  execution::TimedMutex& sending() noexcept DIMMA_RETURNS_LOCK(out_.permit()) { return out_.permit(); }
  [[gnu::always_inline]] void begin_message(Deadline deadline) {
    if (broken()) [[unlikely]]
      cannot_send({transport::Status::closed});
    if (!out_.begin_at_once()) [[unlikely]]
      begin_after_rest(deadline);
  }
  void send_part(std::span<iovec> pieces, Deadline deadline);
  // Tell whether part of the message in parts has been sent, and whether part of it is late.
  bool has_begun() const noexcept { return out_.has_begun(); }
  bool is_late() const noexcept { return out_.is_late(); }
  [[noreturn]] void too_late(CORBA::CompletionStatus completed) const;
  // Calls off a message in fragments that has begun and whose next fragment will not come.
  void call_off(std::uint8_t minor, std::uint32_t request_id) noexcept;
  std::size_t unstreamed_octets_max() const noexcept { return settings_.fragment_octets; }

  // Returns the next Reply or LocateReply, valid until the next call. Marks the connection broken and throws:
  // COMM_FAILURE with COMPLETED_MAYBE if the connection is lost or the octets are not GIOP, MARSHAL with
  // COMPLETED_MAYBE if the message is longer than the limit, TRANSIENT with COMPLETED_NO if the server closed it in
  // order (it has then not served what it has not answered). Throws TIMEOUT at the deadline, after which the connection
  // is as usable as before.
  // In the single-threaded build it serves others while it waits.
  Incoming receive(Deadline deadline);
  // The same, but returns a long Reply when its first octets have arrived. Decoding it waits for the rest, until the
  // same deadline; a failure is then thrown with COMPLETED_YES.
  Incoming receive_streaming(Deadline deadline);
  // Fast path for a short message like the one before it. On true, received() gives it, and answers() tells if it is a
  // reply of the usual form. On false, receive_streaming() gives the next message.
  [[gnu::always_inline]] bool receive_usual(Deadline deadline) {
    if constexpr (!sync::has_threads) {
      receive(deadline);
      return true;
    }
    if (!reader_.is_empty()) [[unlikely]]
      return false;
    receive_more(deadline);
    return reader_.take_usual();
  }
  [[gnu::always_inline]] bool answers(std::uint32_t request_id) const noexcept {
    return is_plain_reply_to(request_id, reader_.octets());
  }
  // After answers() has returned true: has the results read.
  [[gnu::always_inline]] void read_results(const channel::Request& request, const cdr::TextForm& text_form) const {
    auto results = body_of(reader_.header(), reader_.octets(), CORBA::COMPLETED_YES, plain_reply_octets);
    results.text_form(text_form);
    channel::read_results(request, results);
    if (results.remaining() != 0) [[unlikely]]
      report_results_left(request, results);
  }
  // Says in the log that a reply has more than the operation's results.
  [[gnu::cold]] void report_results_left(const channel::Request& request, const cdr::Decoder& results) const noexcept;
  Incoming received() {
    const auto type = reader_.header().type;
    if (type != MessageType::reply && type != MessageType::locate_reply) [[unlikely]]
      refuse_other_than_reply();
    return {reader_.header(), reader_.octets()};
  }
  // Returns the message that was received early, for another caller.
  Incoming receive_whole(Deadline deadline) {
    reader_.take_back_streaming();
    return receive(deadline);
  }
  // Returns the next Reply or LocateReply if it has arrived as a whole; otherwise receives what has arrived of it and
  // returns nothing. Never waits. `is_drained`, false at first, is set when a receive took less than there was room
  // for: then nothing more is there, and nothing is received again. Cold, so that what it shares with the others is
  // still inlined into those.
  [[gnu::cold]] std::optional<Incoming> receive_what_is_there(bool& is_drained);
  // For the single-threaded build: like receive(), but returns nothing as soon as `done` returns true. Requests that
  // are served meanwhile may bring that about.
  std::optional<Incoming> receive_unless(function_ref<bool()> done, Deadline deadline);

  // True if octets have been received after the last message that was given out. For the receiving thread alone.
  bool has_octets_ahead() const noexcept { return reader_.octets_ahead() != 0; }

  // Tells the server that the reply is no longer awaited, if that can be sent at once. Never waits or throws.
  void cancel(std::uint8_t minor, std::uint32_t request_id) noexcept;

  // Returns true if a receive would give something: octets, or the end. Costs a poll. For the receiving thread alone.
  bool has_some_to_receive() noexcept;

  // The form of the next request's header. A server may have asked for another form of target than the object key. The
  // form that one object's server asked for is used for all requests, as a oneway has no reply that could ask for it,
  // and servers accept every form.
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

  // The parity of this end's request ids: even at the end that opened the connection, odd at the other.
  std::uint32_t request_id_parity() const noexcept { return end_ == ConnectionEnd::acceptor ? 1 : 0; }

  bool broken() const noexcept { return broken_.load(std::memory_order_relaxed); }
  // Has no new call sent over the connection; those in progress go on.
  void distrust() noexcept { broken_.store(true, std::memory_order_relaxed); }
  // Wakes senders and receivers, which then fail. From any thread.
  void shut_down() noexcept;
  // The same in order, if no thread receives: the server gets all that has been sent.
  void end_in_order() noexcept;
  // The same if a thread may be receiving: wakes it. If the server sends more, it loses the octets that are still under
  // way to it.
  void end_and_wake() noexcept;

  // Called when the server has violated GIOP: sends MessageError, breaks the connection, throws COMM_FAILURE.
  [[noreturn]] void protocol_error(const std::string& what);

  // The memory for loaned sequences that is shared with the server; nullptr if there is none.
  dimma::LoanArena* loans() const noexcept { return loans_.get(); }

  transport::Stream& stream() noexcept { return *stream_; }
  const transport::Stream& stream() const noexcept { return *stream_; }
  // A text for people: the two ends of the connection, and the attempts that failed before it.
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
    if (!result) [[unlikely]]
      cannot_receive(result, CORBA::COMPLETED_MAYBE);
    reader_.received(result.octets);
  }
  [[noreturn]] void cannot_receive(const transport::Result& result, CORBA::CompletionStatus completed);
  // For the single-threaded build: waits until there may be more, and serves others meanwhile.
  void await_more(Deadline deadline);
  void receive_what_is_there();
  std::string with_peer(std::string_view what) const;

  const std::unique_ptr<transport::Stream> stream_;
  const std::string peer_;  // as it was when connected: the system forgets it when the connection is reset
  const std::string tried_before_;
  CallbackOffer* const offer_;
  const ConnectionEnd end_;
  const Settings& settings_;
  const std::size_t short_octets_max_;
  SendSide out_;
  cdr::Buffer cancel_request_{32};  // owned by the thread with the permit to send
  MessageReader reader_;
  std::optional<StreamedReply> streaming_;  // owned by the receiving thread
  sync::Atomic<bool> broken_{false};
  sync::Atomic<HeaderForm::Bits> header_form_;
  const std::shared_ptr<dimma::LoanArena> loans_;
  sync::Atomic<bool> says_again_{false};  // in the next request but one, too: one that says less may be on its way
};

// A reply with its header taken off; `body` is at the body, aligned.
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
