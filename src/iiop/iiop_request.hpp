#pragma once
// A request as the ORB's dispatcher sees it: its reply is written to the buffer of whoever serves it. Its header, and
// the message that this is in, live as long.

#include "iiop/giop_reply.hpp"
#include "iiop/giop_request.hpp"
#include "iiop/server_core.hpp"

namespace dimma::iiop {

class ServerConnection;

class IiopRequest final : public ServerRequest {
 public:
  IiopRequest(const RequestHeader& header, const cdr::Decoder& body, std::uint8_t minor, Serving& serving,
              std::endian order, ServerConnection& connection)
      : ServerRequest(header.operation, header.object_key, header.response_expected(), body, &serving.memo),
        header_(header),
        minor_(minor),
        out_(serving.reply, order),
        connection_(connection) {
    out_.text_form(body.text_form());
    if (header.response == Response::with_server) [[unlikely]]
      waits_for_server(true);
  }

  cdr::Encoder& begin_reply(Status status) override {
    write_header(out_, status);
    return out_;
  }
  void write_reply(ArgumentWriter results) override;
  std::vector<iop::ServiceContext> service_contexts() const override { return copies_of(header_.contexts); }
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { reply_contexts_ = contexts; }
  cdr::Encoder& ended() {
    end_message(out_, body_);
    return out_;
  }
  // The reply has gone already, or its connection.
  bool is_answered() const noexcept { return answered_; }

 private:
  void answer_now() override;
  void write_header(cdr::Encoder& out, Status status) {
    if (!reply_contexts_.empty()) [[unlikely]]
      return write_header_with_contexts(out, status);
    body_ = iiop::begin_reply(out, minor_, header_.request_id, status);
  }
  void write_header_with_contexts(cdr::Encoder& out, Status status);

  const RequestHeader& header_;
  std::span<const iop::ServiceContext> reply_contexts_;
  std::uint8_t minor_;
  cdr::Encoder out_;
  BodyMark body_{};
  ServerConnection& connection_;
  bool answered_ = false;
};

}  // namespace dimma::iiop
