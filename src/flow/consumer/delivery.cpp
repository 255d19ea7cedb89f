#include "flow/consumer/delivery.hpp"

#include "channel/discarded_reply.hpp"

#include <dimma/minor.hpp>

namespace dimma::flow {

namespace {

constexpr std::size_t answer_octets_max = std::size_t{1} << 20;

// Maximum number of messages of a flow that servants may have deferred at the same time.
constexpr std::uint32_t deferred_max = std::uint32_t{1} << 14;

class DeferredMessage final : public DetachedReply {
 public:
  DeferredMessage(std::string_view operation, std::shared_ptr<sync::Atomic<std::uint32_t>> deferred)
      : reply_(operation), deferred_(std::move(deferred)) {
    if (deferred_->fetch_add(1) < deferred_max) return;
    deferred_->fetch_sub(1);
    throw CORBA::NO_RESOURCES(minor::no_resources_exhausted, CORBA::COMPLETED_NO,
                              std::to_string(deferred_max) + " messages of the flow are already deferred");
  }
  void complete(function_ref<void(ServerRequest&)> serve) noexcept override {
    reply_.complete(serve);
    deferred_->fetch_sub(1);
  }

 private:
  channel::DiscardedReply reply_;
  const std::shared_ptr<sync::Atomic<std::uint32_t>> deferred_;
};

// A oneway request. Its reply only shows whether a servant accepted it.
class FlowRequest final : public ServerRequest {
 public:
  FlowRequest(std::string_view operation, FlowIdentity& flow, const cdr::Decoder& body, DispatchMemo& memo)
      : ServerRequest(operation, flow.object_key, false, body, &memo),
        flow_(flow),
        answer_(64, answer_octets_max),
        out_(answer_) {}

  channel::Session* session() override { return &flow_.session; }

  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> /*observer*/) override {
    return std::make_shared<DeferredMessage>(operation(), flow_.deferred);
  }

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    refused_ = status != ReplyStatus::no_exception;
    out_.reset();
    return out_;
  }
  bool refused() const noexcept { return refused_; }

 private:
  FlowIdentity& flow_;
  cdr::Buffer answer_;
  cdr::Encoder out_;
  bool refused_ = false;
};

}  // namespace

void deliver(channel::Dispatcher& dispatcher, const transport::DatagramSocket& socket, FlowIdentity& flow,
             std::string_view operation, OctetView body, std::endian order,
             const std::shared_ptr<dimma::LoanArena>& loans, DispatchMemo& memo) {
  flow.session.arrives_at(socket);
  FlowRequest request(operation, flow, cdr::Decoder(body, order), memo);
  dispatcher.dispatch(request);
  if (request.refused()) give_back_loans(body, order, loans);
  auto& counter = request.refused() ? flow.counters.refused : flow.counters.delivered;
  counter.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace dimma::flow
