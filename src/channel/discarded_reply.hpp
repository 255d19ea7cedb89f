#pragma once
// A deferred reply that no caller waits for, because the request is a oneway or the caller no longer exists.

#include <dimma/generated/server_request.hpp>

#include <cstddef>
#include <string>

namespace dimma::channel {

// Lets a servant write a reply, and discards the reply.
class DiscardedRequest final : public ServerRequest {
 public:
  explicit DiscardedRequest(std::string_view operation)
      : ServerRequest(operation, {}, false, cdr::Decoder({})), buffer_(0, octets_max), out_(buffer_) {}

  cdr::Encoder& begin_reply(ReplyStatus /*status*/) override {
    out_.reset();
    return out_;
  }

 private:
  static constexpr std::size_t octets_max = std::size_t{1} << 20;

  cdr::Buffer buffer_;
  cdr::Encoder out_;
};

class DiscardedReply final : public DetachedReply {
 public:
  explicit DiscardedReply(std::string_view operation) : operation_(operation) {}

  void complete(function_ref<void(ServerRequest&)> serve) noexcept override {
    DiscardedRequest request(operation_);
    serve(request);
  }

 private:
  const std::string operation_;
};

}  // namespace dimma::channel
