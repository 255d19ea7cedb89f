#pragma once
// A request for the ORB's dispatcher. The reply is encoded into the buffer of the thread that serves the request. The
// header, and the message that it refers to, must outlive this object.

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/server/core/served_request.hpp"
#include "iiop/server/core/serving.hpp"
#include "iiop/server/requests/reading_lease.hpp"
#include "iiop/server/requests/request_origin.hpp"

namespace dimma::iiop {

class IiopRequest final : public ServedRequest {
 public:
  IiopRequest(const RequestHeader& header, const cdr::Decoder& body, std::uint8_t minor, Serving& serving,
              RequestOrigin& connection)
      : ServedRequest(header.operation, header.object_key, header.response_expected(), body, &serving.memo),
        header_(header),
        serving_(serving),
        minor_(minor),
        out_(serving.reply, connection.core()->rules.settings.byte_order),
        connection_(connection) {
    out_.text_form(body.text_form());
    if (header.response == Response::with_server) waits_for_server(true);
  }

  // Reuses this object for a message whose header equals the previous one except for the id. The header ends at
  // `header_end`. header_ has the new id already.
  [[gnu::always_inline]] void serve_again(OctetView message, std::size_t header_end) noexcept {
    ServerRequest::serve_again(header_.response_expected(), &serving_.memo);
    const std::size_t aligned = (header_end + 7) & ~std::size_t{7};
    arguments().begin_again(message, std::min(aligned, message.size()));
    reply_contexts_ = {};
    answered_ = put_aside_ = deferred_ = upcall_ended_ = false;
  }

  // Called when the header's views refer to another message. serve_again() has to follow.
  void header_has_moved() noexcept { names_have_moved(header_.operation, header_.object_key); }

  using ServerRequest::came;
  std::shared_ptr<channel::CallbackPath> callback_path() const override { return connection_.callback_path(); }
  // Called if a task serves the request, and not the thread that reads its connection. The task keeps the message.
  void kept_in(MessageReader::Kept& message) noexcept { kept_ = &message; }
  // Called if the request is served by the thread that reads its connection.
  void read_by(ReadingLease& lease) noexcept { lease_ = &lease; }

  bool can_be_put_aside() const noexcept override { return sync::has_threads; }
  bool can_be_moved() const noexcept override;
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override;
  bool is_behind_others(const WaitingPlace& place) const noexcept override;
  using ServerRequest::may_be_behind_others;
  channel::Session* session() override;
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override;
  bool is_put_aside() const noexcept override { return put_aside_; }
  bool is_deferred() const noexcept { return deferred_; }
  // True if ReadingLease::end_upcall() has been called for this request.
  bool has_ended_upcall() const noexcept { return upcall_ended_; }

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    write_header(out_, status);
    return out_;
  }
  cdr::Encoder& begin_failure(std::string_view words) override;
  void write_reply(ArgumentWriter results) override;
  std::vector<iop::ServiceContext> service_contexts() const override { return copies_of(header_.contexts); }
  TraceOctets trace_octets() const noexcept override;
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { reply_contexts_ = contexts; }
  bool is_forwarded() const noexcept override;
  bool is_answered() const noexcept override { return answered_; }
  // Returns the complete reply. If the reply is too long for GIOP, ends the connection and returns nullptr: there
  // is no other way to tell the client.
  cdr::Encoder* ended_or_given_up() noexcept;
  // Sends the reply, unless it has been sent already.
  void send_reply() noexcept;
  // Like send_reply(), but inlined for the path of an ordinary reply.
  [[gnu::always_inline]] void send_reply_inline() noexcept {
    if (answered_) return;
    if (auto* const message = ended_or_given_up()) connection_.replies().send_inline(*message);
  }
  // The number of octets from the beginning of the message to the end of the operation's name.
  std::size_t octets_to_operation(OctetView message) const noexcept {
    const auto* const end = header_.operation.data() + header_.operation.size();
    return static_cast<std::size_t>(end - reinterpret_cast<const char*>(message.data()));
  }

 private:
  // Throws CORBA::SystemException if the reply is too long for GIOP.
  [[gnu::always_inline]] cdr::Encoder& ended() {
    end_message(out_, body_);
    return out_;
  }
  [[gnu::cold]] void give_up_too_long() noexcept;
  void answer_now() override;
  [[gnu::cold, gnu::noinline]] TraceOctets trace_octets_of_contexts() const noexcept;
  void write_header(cdr::Encoder& out, ReplyStatus status) {
    if (!reply_contexts_.empty() || minor_ < 2 || out.swaps() || out.buffer().capacity() < plain_reply_octets) {
      return write_header_with_contexts(out, status);
    }
    body_ = begin_plain_reply(out, header_.request_id, status);
  }
  void write_header_with_contexts(cdr::Encoder& out, ReplyStatus status);

  MessageReader::Kept& take_message();

  const RequestHeader& header_;
  Serving& serving_;
  MessageReader::Kept* kept_ = nullptr;  // the task's message; nullptr: there is no task
  ReadingLease* lease_ = nullptr;        // the lease of the reading thread
  std::span<const iop::ServiceContext> reply_contexts_;
  std::uint8_t minor_;
  cdr::Encoder out_;
  BodyMark body_{};
  RequestOrigin& connection_;
  bool answered_ = false;
  bool put_aside_ = false;
  bool deferred_ = false;
  bool upcall_ended_ = false;
};

[[gnu::always_inline]] inline cdr::Encoder* IiopRequest::ended_or_given_up() noexcept {
  try {
    return &ended();
  } catch (const CORBA::SystemException&) {
    give_up_too_long();
    return nullptr;
  }
}

}  // namespace dimma::iiop
