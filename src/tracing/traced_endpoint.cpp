#include "tracing/traced_endpoint.hpp"

#include "base/log/log.hpp"
#include "channel/session.hpp"
#include "observe/wrapped_request.hpp"
#include "tracing/service_context.hpp"

#include <dimma/caller.hpp>
#include <dimma/servant.hpp>

#include <optional>
#include <string>
#include <utility>

namespace dimma::tracing {

namespace {

using observe::UpcallObserver;

// A request with a span.
struct ServedSpan {
  template <class... Arguments>
  explicit ServedSpan(UpcallObserver* observer, Arguments&&... arguments)
      : open(std::forward<Arguments>(arguments)...), seen(observer) {}
  void failed(const CORBA::Exception& exception) noexcept {
    open.failed(exception);
    open.span().message.clear();  // the text of an application's exception is for its client
  }

  OpenSpan open;
  UpcallObserver* const seen;  // the observer that the request had before; nullptr if there was none
};

// Notes the reply to a request that is answered later.
class LateReply final : public DetachedReply {
 public:
  LateReply(std::shared_ptr<DetachedReply> within, std::shared_ptr<ServedSpan> span)
      : within_(std::move(within)), span_(std::move(span)) {}

  void complete(function_ref<void(ServerRequest&)> serve) noexcept override {
    const Told told(*span_);
    within_->complete(serve);
    span_.reset();
  }
  std::shared_ptr<LoanArena> loans() const noexcept override { return within_->loans(); }

 private:
  class Told final : public UpcallObserver {
   public:
    explicit Told(ServedSpan& span) noexcept : span_(span), outer_(std::exchange(current(), this)) {}
    ~Told() { current() = outer_; }
    Told(const Told&) = delete;
    Told& operator=(const Told&) = delete;
    void upcall_begins(PortableServer::Servant& /*servant*/) noexcept override {}
    void failed(const CORBA::Exception& exception) noexcept override { span_.failed(exception); }

   private:
    ServedSpan& span_;
    UpcallObserver* const outer_;
  };

  const std::shared_ptr<DetachedReply> within_;
  std::shared_ptr<ServedSpan> span_;
};

class TracedRequest final : public observe::WrappedRequest {
 public:
  TracedRequest(ServerRequest& within, std::shared_ptr<ServedSpan> span)
      : WrappedRequest(within), span_(std::move(span)) {
    watched();
  }

  void upcall_begins(PortableServer::Servant& servant) noexcept override {
    note_interface(servant);
    if (span_->seen != nullptr) span_->seen->upcall_begins(servant);
  }
  void failed(const CORBA::Exception& exception) noexcept override {
    span_->failed(exception);
    if (span_->seen != nullptr) span_->seen->failed(exception);
  }
  // Forgets the span: the request is dispatched again later, and has a span then.
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override {
    auto waiting = within().put_aside(place);
    if (waiting) span_->open.forget();
    return waiting;
  }
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override {
    auto reply = within().detach(std::move(observer));
    if (!reply) return reply;
    return std::make_shared<LateReply>(std::move(reply), span_);
  }
  cdr::Encoder& begin_reply(ReplyStatus status) override {
    if (status == ReplyStatus::location_forward || status == ReplyStatus::location_forward_perm) {
      span_->open.span().is_forwarded = true;
    }
    return within().begin_reply(status);
  }

 private:
  void note_interface(PortableServer::Servant& servant) noexcept {
    try {
      span_->open.span().interface = interface_of(servant._repository_id());
    } catch (const std::exception&) {
      // A dynamic servant may not tell its interface: the span then has only the operation's name.
    }
  }

  const std::shared_ptr<ServedSpan> span_;
};

class TracedDispatcher final : public channel::Dispatcher {
 public:
  TracedDispatcher(channel::Dispatcher& within, std::shared_ptr<Tracer> tracer, std::string_view protocol,
                   bool is_observed)
      : within_(within),
        tracer_(std::move(tracer)),
        sampler_(tracer_->sampler()),
        is_observed_(is_observed),
        protocol_(protocol) {}

  void dispatch(ServerRequest& request) noexcept override {
    const TraceOctets came = request.trace_octets();
    if (came.size != 0) [[unlikely]]
      return dispatch_within(request, came);
    if (came.data == nullptr) {
      const std::uint64_t draw = ThreadState::of_this_thread().next_draw();
      if (sampler_.takes(draw)) [[unlikely]]
        return dispatch_in_span(request, nullptr, draw);
    }
    const FrameScope sampled_out(Frame::State::sampled_out);
    within_.dispatch(request);
  }
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override {
    return within_.locate(object_key, forward_to, session);
  }

 private:
  // Follows the client's decision. A context that can't be read counts as not sent.
  [[gnu::noinline]] void dispatch_within(ServerRequest& request, const TraceOctets& came) noexcept {
    std::shared_ptr<const Context> parent;
    try {
      if (auto context = read_service_context({came.data, came.size})) {
        parent = std::make_shared<const Context>(std::move(*context));
      } else {
        ignore(request);
      }
    } catch (const std::bad_alloc&) {
      return within_.dispatch(request);  // not traced
    }
    if (!parent) {
      const std::uint64_t draw = ThreadState::of_this_thread().next_draw();
      if (sampler_.takes(draw)) return dispatch_in_span(request, nullptr, draw);
    } else if (parent->is_sampled()) {
      return dispatch_in_span(request, parent.get(), 0);
    }
    const FrameScope sampled_out(Frame::State::sampled_out, std::move(parent));
    within_.dispatch(request);
  }

  [[gnu::noinline]] void dispatch_in_span(ServerRequest& request, const Context* parent, std::uint64_t draw) noexcept {
    std::shared_ptr<ServedSpan> span;
    try {
      auto* const seen = is_observed_ ? UpcallObserver::current() : nullptr;
      span = std::make_shared<ServedSpan>(seen, tracer_, trace::Kind::server, request.operation(), parent, draw);
      span->open.span().has_remote_parent = parent != nullptr;
      span->open.span().place = place_of(request);
    } catch (const std::bad_alloc&) {
      return within_.dispatch(request);  // not traced
    }
    const FrameScope sampled(Frame::State::sampled, span->open.context());
    TracedRequest traced(request, std::move(span));
    within_.dispatch(traced);
  }

  std::shared_ptr<const trace::Place> place_of(ServerRequest& request) const {
    auto place = std::make_shared<trace::Place>();
    place->protocol = protocol_;
    auto* const session = request.session();
    if (session == nullptr) return place;
    const auto peer = session->peer();
    place->transport = peer->transport;
    place->address = peer->address;
    place->port = peer->port;
    return place;
  }

  [[gnu::cold]] void ignore(ServerRequest& request) {
    tracer_->queue().ignored_context();
    log::write(log::Event::trace_context_malformed, [&] {
      auto* const session = request.session();
      const std::string peer = session == nullptr ? std::string("an unknown peer") : to_string(*session->peer());
      return log::Entry{.text = "the trace context of a request from " + peer +
                                " is malformed and was ignored: it is not a valid traceparent",
                        .peer = peer,
                        .operation = std::string(request.operation())};
    });
  }

  channel::Dispatcher& within_;
  const std::shared_ptr<Tracer> tracer_;
  const Sampler sampler_;
  const bool is_observed_;
  const std::string protocol_;
};

class TracedEndpoint final : public channel::ServerEndpoint {
 public:
  TracedEndpoint(const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
                 channel::Dispatcher& dispatcher, std::shared_ptr<Tracer> tracer, std::string_view protocol,
                 bool is_observed)
      : dispatcher_(dispatcher, std::move(tracer), protocol, is_observed), within_(listen(dispatcher_)) {}

  std::vector<channel::Tagged> profiles(std::span<const std::byte> object_key) const override {
    return within_->profiles(object_key);
  }
  bool owns(const channel::Tagged& profile, channel::Octets& object_key) const override {
    return within_->owns(profile, object_key);
  }
  void close() noexcept override { within_->close(); }
  std::vector<channel::Fact> describe() const override { return within_->describe(); }
  void carry_callbacks() override { within_->carry_callbacks(); }

 private:
  TracedDispatcher dispatcher_;
  const std::unique_ptr<channel::ServerEndpoint> within_;
};

}  // namespace

std::unique_ptr<channel::ServerEndpoint> traced(
    const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
    channel::Dispatcher& dispatcher, std::shared_ptr<Tracer> tracer, std::string_view protocol, bool is_observed) {
  return std::make_unique<TracedEndpoint>(listen, dispatcher, std::move(tracer), protocol, is_observed);
}

}  // namespace dimma::tracing
