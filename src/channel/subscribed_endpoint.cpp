#include "channel/call_events.hpp"

#include <span>
#include <utility>

namespace dimma::channel {

namespace {

class RaisingServerRequest final : public ServerRequest {
 public:
  RaisingServerRequest(ServerRequest& within, CallEvents& events) noexcept
      : ServerRequest(within.operation(), within.object_key(), within.response_expected(), within.arguments(),
                      within.memo()),
        within_(within),
        events_(events) {
    came(within.way());
    raises_events();
    ServerRequest::waits_for_server(within.waits_for_server());
    ServerRequest::may_be_behind_others(within.may_be_behind_others());
  }
  ~RaisingServerRequest() {
    if (reply_ != nullptr) events_.encoded(octets_since(reply_begins_at_));
    if (executed()) within_.mark_executed();
  }
  RaisingServerRequest(const RaisingServerRequest&) = delete;
  RaisingServerRequest& operator=(const RaisingServerRequest&) = delete;

  void upcall_begins(PortableServer::Servant& servant) noexcept override {
    events_.upcall_begins(servant);
    within_.upcall_begins(servant);
  }
  void failed(const CORBA::Exception& exception) noexcept override {
    events_.failed(exception);
    within_.failed(exception);
  }
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override {
    auto waiting = within_.put_aside(place);
    if (waiting) events_.put_aside();
    return waiting;
  }
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override;
  cdr::Encoder& begin_reply(ReplyStatus status) override {
    if (status == ReplyStatus::location_forward || status == ReplyStatus::location_forward_perm) {
      events_.forwarded();
    }
    events_.encoding();
    return begun(within_.begin_reply(status));
  }
  cdr::Encoder& begin_failure(std::string_view words) override {
    events_.encoding();
    return begun(within_.begin_failure(words));
  }
  void write_reply(ArgumentWriter results) override {
    events_.encoding();
    std::size_t octets = 0;
    within_.write_reply([&](cdr::Encoder& out) {
      const std::size_t before = out.message_octets();
      results(out);
      octets = out.message_octets() - before;
    });
    events_.encoded(octets);
  }

  std::shared_ptr<CallbackPath> callback_path() const override { return within_.callback_path(); }
  bool can_be_put_aside() const noexcept override { return within_.can_be_put_aside(); }
  bool can_be_moved() const noexcept override { return within_.can_be_moved(); }
  bool is_behind_others(const WaitingPlace& place) const noexcept override { return within_.is_behind_others(place); }
  orb::InterceptedRequest* intercepted() noexcept override { return within_.intercepted(); }
  Session* session() override { return within_.session(); }
  std::vector<iop::ServiceContext> service_contexts() const override { return within_.service_contexts(); }
  TraceOctets trace_octets() const noexcept override { return within_.trace_octets(); }
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { within_.reply_contexts(contexts); }

 private:
  void answer_now() override { within_.answer_before_upcall(); }
  // The size of the reply is known when the reply is complete, which is when the request is destroyed.
  cdr::Encoder& begun(cdr::Encoder& reply) noexcept {
    reply_ = &reply;
    reply_begins_at_ = reply.message_octets();
    return reply;
  }
  std::size_t octets_since(std::size_t begin) const noexcept {
    const std::size_t end = reply_->message_octets();
    return end < begin ? 0 : end - begin;
  }

  ServerRequest& within_;
  CallEvents& events_;
  cdr::Encoder* reply_ = nullptr;
  std::size_t reply_begins_at_ = 0;
};

// A deferred reply that raises events when it is completed.
class RaisingReply final : public DetachedReply {
 public:
  RaisingReply(std::shared_ptr<DetachedReply> within, std::unique_ptr<CallEvents> events) noexcept
      : within_(std::move(within)), events_(std::move(events)) {}

  void complete(function_ref<void(ServerRequest&)> serve) noexcept override {
    within_->complete([&](ServerRequest& request) {
      RaisingServerRequest raising(request, *events_);
      serve(raising);
    });
    events_.reset();
  }
  std::shared_ptr<LoanArena> loans() const noexcept override { return within_->loans(); }

 private:
  const std::shared_ptr<DetachedReply> within_;
  std::unique_ptr<CallEvents> events_;
};

std::shared_ptr<DetachedReply> RaisingServerRequest::detach(std::weak_ptr<DetachedObserver> observer) {
  auto later = events_.deferred();
  auto reply = within_.detach(std::move(observer));
  if (!reply || !later) return reply;
  return std::make_shared<RaisingReply>(std::move(reply), std::move(later));
}

// An endpoint, and the dispatchers that its requests pass through, the innermost first. The endpoint is destroyed
// first.
struct SubscribedEndpoint {
  SubscribedEndpoint() = default;
  SubscribedEndpoint(const SubscribedEndpoint&) = delete;
  SubscribedEndpoint& operator=(const SubscribedEndpoint&) = delete;
  ~SubscribedEndpoint() {
    for (const auto& each : dispatchers) each->closes();
  }

  std::vector<std::unique_ptr<SubscribedDispatcher>> dispatchers;
  std::unique_ptr<ServerEndpoint> endpoint;
};

}  // namespace

void SubscribedDispatcher::dispatch_raising(ServerRequest& request, CallEvents& events) const noexcept {
  RaisingServerRequest raising(request, events);
  within_.dispatch(raising);
}

std::shared_ptr<ServerEndpoint> listen(Binder& binder, const ListenOptions& options, const EngineeringQoS& qos,
                                       Dispatcher& dispatcher, const CallSubscribers& subscribers) {
  if (subscribers.empty()) return binder.listen(options, qos, dispatcher);
  const auto made = std::make_shared<SubscribedEndpoint>();
  Dispatcher* next = &dispatcher;
  for (auto each = subscribers.rbegin(); each != subscribers.rend(); ++each) {
    next = made->dispatchers.emplace_back((*each)->before(*next, binder.protocol())).get();
  }
  made->endpoint = binder.listen(options, qos, *next);
  for (const auto& each : made->dispatchers) {
    each->opened([endpoint = made->endpoint.get()] { return endpoint->describe(); });
  }
  return {made, made->endpoint.get()};
}

}  // namespace dimma::channel
