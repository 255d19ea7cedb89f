#pragma once
// A request as the ORB's dispatcher sees it: its reply is written to the buffer of whoever serves it.

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
        request_id_(header.request_id),
        minor_(minor),
        out_(serving.reply, order),
        connection_(connection) {
    out_.text_form(body.text_form());
  }

  cdr::Encoder& begin_reply(Status status) override {
    body_ = iiop::begin_reply(out_, minor_, request_id_, status);
    return out_;
  }
  void write_reply(ArgumentWriter results) override;
  cdr::Encoder& ended() {
    end_message(out_, body_);
    return out_;
  }
  // The reply has gone already, or its connection.
  bool is_answered() const noexcept { return answered_; }

 private:
  std::uint32_t request_id_;
  std::uint8_t minor_;
  cdr::Encoder out_;
  BodyMark body_{};
  ServerConnection& connection_;
  bool answered_ = false;
};

}  // namespace dimma::iiop
