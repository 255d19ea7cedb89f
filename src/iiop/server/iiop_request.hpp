#pragma once
// A request as the ORB's dispatcher sees it. Its reply is written to the buffer of the thread that serves it. Its
// header, and the message with that header, have to live as long.

#include "iiop/giop/giop_reply.hpp"
#include "iiop/giop/giop_request.hpp"
#include "iiop/server/reading_side.hpp"
#include "iiop/server/server_core.hpp"

namespace dimma::iiop {

class RequestTask;
class ServerConnection;

class IiopRequest final : public ServerRequest {
 public:
  IiopRequest(const RequestHeader& header, const cdr::Decoder& body, std::uint8_t minor, Serving& serving,
              std::endian order, ServerConnection& connection)
      : ServerRequest(header.operation, header.object_key, header.response_expected(), body, &serving.memo),
        header_(header),
        serving_(serving),
        minor_(minor),
        out_(serving.reply, order),
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
    answered_ = put_aside_ = deferred_ = upcall_ended_ = still_reading_ = false;
  }

  // Called when the header's views are of another message; serve_again() follows.
  void header_has_moved() noexcept { names_have_moved(header_.operation, header_.object_key); }

  // Called if the request is served by a task, not by the thread that reads its connection.
  using ServerRequest::came;
  std::shared_ptr<channel::CallbackPath> callback_path() const override;
  void served_by(RequestTask& task) noexcept { task_ = &task; }
  // Called if the request is served by the thread that reads its connection, in this epoch.
  void read_in(ReadingSide::Epoch epoch) noexcept { epoch_ = epoch; }

  bool can_be_put_aside() const noexcept override { return sync::has_threads; }
  bool can_be_moved() const noexcept override;
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override;
  bool is_behind_others(const WaitingPlace& place) const noexcept override;
  using ServerRequest::may_be_behind_others;
  channel::Session* session() override;
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override;
  // True if the upcall is over, or there was none, without a reply: the request is put aside or deferred.
  bool is_put_aside() const noexcept { return put_aside_; }
  bool is_deferred() const noexcept { return deferred_; }
  // True if ReadingSide::end_upcall() has been called for this request; is_still_reading() is its result.
  bool has_ended_upcall() const noexcept { return upcall_ended_; }
  bool is_still_reading() const noexcept { return still_reading_; }

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    write_header(out_, status);
    return out_;
  }
  cdr::Encoder& begin_failure(std::string_view words) override;
  void write_reply(ArgumentWriter results) override;
  std::vector<iop::ServiceContext> service_contexts() const override { return copies_of(header_.contexts); }
  TraceOctets trace_octets() const noexcept override;
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { reply_contexts_ = contexts; }
  [[gnu::always_inline]] cdr::Encoder& ended() {
    end_message(out_, body_);
    return out_;
  }
  // True if the reply forwards the client to another object.
  bool is_forwarded() const noexcept;
  // True if the reply has gone already, or its connection has.
  bool is_answered() const noexcept { return answered_; }
  // The octets from the beginning of its message to the end of the operation's name.
  std::size_t octets_to_operation(OctetView message) const noexcept {
    const auto* const end = header_.operation.data() + header_.operation.size();
    return static_cast<std::size_t>(end - reinterpret_cast<const char*>(message.data()));
  }

 private:
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
  RequestTask* task_ = nullptr;
  ReadingSide::Epoch epoch_ = 0;
  std::span<const iop::ServiceContext> reply_contexts_;
  std::uint8_t minor_;
  cdr::Encoder out_;
  BodyMark body_{};
  ServerConnection& connection_;
  bool answered_ = false;
  bool put_aside_ = false;
  bool deferred_ = false;
  bool upcall_ended_ = false;
  bool still_reading_ = false;
};

}  // namespace dimma::iiop
