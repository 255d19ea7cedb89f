#include "flow/consumer/delivery.hpp"

namespace dimma::flow {

namespace {

constexpr std::size_t answer_octets_max = std::size_t{1} << 20;

// A oneway whose answer is only looked at for whether there was a servant to take it.
class FlowRequest final : public ServerRequest {
 public:
  FlowRequest(std::string_view operation, OctetView key, const cdr::Decoder& body, DispatchMemo& memo)
      : ServerRequest(operation, key, false, body, &memo), answer_(64, answer_octets_max), out_(answer_) {}

  cdr::Encoder& begin_reply(Status status) override {
    refused_ = status != Status::no_exception;
    out_.reset();
    return out_;
  }
  bool refused() const noexcept { return refused_; }

 private:
  cdr::Buffer answer_;
  cdr::Encoder out_;
  bool refused_ = false;
};

}  // namespace

void deliver(channel::Dispatcher& dispatcher, FlowIdentity& flow, std::string_view operation, OctetView body,
             std::endian order, DispatchMemo& memo) {
  FlowRequest request(operation, flow.object_key, cdr::Decoder(body, order), memo);
  dispatcher.dispatch(request);
  auto& counter = request.refused() ? flow.counters.refused : flow.counters.delivered;
  counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace dimma::flow
