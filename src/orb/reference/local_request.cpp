#include "orb/reference/local_request.hpp"

#include "channel/reply.hpp"
#include "orb/state/ior.hpp"
#include "orb/state/orb_state.hpp"

namespace dimma::orb {

namespace {

class LocalRequest final : public ServerRequest {
 public:
  LocalRequest(const channel::Request& request, std::string_view object_key, const cdr::Decoder& arguments)
      : ServerRequest(request.operation.name, octets_of(object_key), !request.operation.oneway, arguments),
        request_(request),
        out_(buffer_) {}

  cdr::Encoder& begin_reply(Status status) override {
    status_ = status;
    came_along_.assign(reply_contexts_.begin(), reply_contexts_.end());
    out_.reset();
    return out_;
  }
  std::vector<iop::ServiceContext> service_contexts() const override {
    if (request_.call_options == nullptr) return {};
    return {request_.call_options->service_contexts.begin(), request_.call_options->service_contexts.end()};
  }
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { reply_contexts_ = contexts; }

  channel::Outcome outcome() {
    if (!response_expected()) return {};
    if (request_.call_options != nullptr && request_.call_options->reply_contexts != nullptr) {
      *request_.call_options->reply_contexts = std::move(came_along_);
    }
    cdr::Decoder body(out_.octets());
    return channel::finish_call(request_, status_, body);
  }

 private:
  const channel::Request& request_;
  cdr::Buffer buffer_;
  cdr::Encoder out_;
  Status status_ = Status::no_exception;
  std::span<const iop::ServiceContext> reply_contexts_;
  std::vector<iop::ServiceContext> came_along_;
};

}  // namespace

channel::Outcome call_within_process(OrbState& orb, std::string_view object_key, const channel::Request& request) {
  cdr::Buffer buffer;
  cdr::Encoder out(buffer);
  request.arguments(out);
  LocalRequest served(request, object_key, cdr::Decoder(out.octets()));
  orb.local_objects().dispatcher().dispatch(served);
  return served.outcome();
}

}  // namespace dimma::orb
