#pragma once
// A request as the ORB's dispatcher sees it. Its reply is written to the buffer of the thread that serves it. Its
// header, and the message with that header, have to live as long.

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
    if (header.response == Response::with_server) [[unlikely]]
      waits_for_server(true);
  }

  // Has it serve a message with the same header as the one before, except for the id. The header ends at `header_end`,
  // and has the new id already.
  [[gnu::always_inline]] void serve_again(OctetView message, std::size_t header_end) noexcept {
    ServerRequest::serve_again(header_.response_expected(), &serving_.memo);
    const std::size_t aligned = (header_end + 7) & ~std::size_t{7};
    arguments().begin_again(message, std::min(aligned, message.size()));
    reply_contexts_ = {};
    answered_ = put_aside_ = deferred_ = upcall_ended_ = false;
  }

  // Called when the header's views are of another message; serve_again() follows.
  void header_has_moved() noexcept { names_have_moved(header_.operation, header_.object_key); }

  using ServerRequest::came;
  std::shared_ptr<channel::CallbackPath> callback_path() const override { return connection_.callback_path(); }
  // Called if the request is served by a task, not by the thread that reads its connection. The task keeps its message.
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
  // Returns the complete reply; nullptr if GIOP has no room for it: the client is given up then, as it can be told only
  // by the loss of the connection.
  cdr::Encoder* ended_or_given_up() noexcept;
  // Sends the reply, unless it has gone.
  void send_reply() noexcept;
  // The same, for the path of an ordinary reply.
  [[gnu::always_inline]] void send_reply_inline() noexcept {
    if (answered_) [[unlikely]]
      return;
    if (auto* const message = ended_or_given_up()) connection_.replies().send_inline(*message);
  }
  // The octets from the beginning of its message to the end of the operation's name.
  std::size_t octets_to_operation(OctetView message) const noexcept {
    const auto* const end = header_.operation.data() + header_.operation.size();
    return static_cast<std::size_t>(end - reinterpret_cast<const char*>(message.data()));
  }

 private:
  // Throws CORBA::SystemException if GIOP has no room for the reply.
  [[gnu::always_inline]] cdr::Encoder& ended() {
    end_message(out_, body_);
    return out_;
  }
  [[gnu::cold]] void give_up_too_long() noexcept;
  void answer_now() override;
  [[gnu::cold, gnu::noinline]] TraceOctets trace_octets_of_contexts() const noexcept;
  void write_header(cdr::Encoder& out, ReplyStatus status) {
    if (!reply_contexts_.empty() || minor_ < 2 || out.swaps() || out.buffer().capacity() < plain_reply_octets)
        [[unlikely]] {
      return write_header_with_contexts(out, status);
    }
    body_ = begin_plain_reply(out, header_.request_id, status);
  }
  void write_header_with_contexts(cdr::Encoder& out, ReplyStatus status);

  MessageReader::Kept& take_message();

  const RequestHeader& header_;
  Serving& serving_;
  MessageReader::Kept* kept_ = nullptr;  // the task's; nullptr: there is none
  ReadingLease* lease_ = nullptr;        // the reading thread's
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
