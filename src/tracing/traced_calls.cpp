// Traces calls: sends and receives trace contexts, and makes a span of each sampled call.

#include "base/log/log.hpp"
#include "base/text/shown_text.hpp"
#include "channel/session.hpp"
#include "tracing/service_context.hpp"
#include "tracing/span_events.hpp"

#include <dimma/caller.hpp>

#include <string>
#include <utility>
#include <vector>

namespace dimma::tracing {

namespace {

// At the client ------------------------------------------------------------------------------------------------------

// Adds the trace context to the request's service contexts while the object exists.
class ContextsBesides {
 public:
  ContextsBesides(channel::Request& request, const Context& context)
      : request_(request), before_(request.call_options) {
    if (before_ != nullptr) {
      options_ = *before_;
      contexts_.assign(before_->service_contexts.begin(), before_->service_contexts.end());
    }
    contexts_.push_back(service_context(context));
    options_.service_contexts = contexts_;
    request_.call_options = &options_;
  }
  ~ContextsBesides() { request_.call_options = before_; }
  ContextsBesides(const ContextsBesides&) = delete;
  ContextsBesides& operator=(const ContextsBesides&) = delete;

 private:
  channel::Request& request_;
  const channel::CallOptions* const before_;
  std::vector<iop::ServiceContext> contexts_;
  channel::CallOptions options_;
};

class TracedCall final : public SpanEvents {
 public:
  TracedCall(std::shared_ptr<OpenSpan> span, channel::Request& request)
      : SpanEvents(span), besides_(request, *span->context()) {}

 private:
  const ContextsBesides besides_;
};

// An asynchronous call in a trace that is sampled out but whose ids are known. Only sends the trace context.
class UntracedCall final : public channel::CallEvents {
 public:
  UntracedCall(channel::Request& request, const Context& context) : besides_(request, context) {}

 private:
  const ContextsBesides besides_;
};

trace::Place place_of(const transport::Endpoint& server, std::string_view protocol, const EngineeringQoS& qos) {
  return {.protocol = std::string(protocol),
          .transport = shown_text(server.transport),
          .address = shown_text(server.host),
          .port = server.port,
          .qos = qos == EngineeringQoS{} ? std::string() : qos.to_string()};
}

// Returns the context of the thread that started the call. It is stored with the call, for a retry on another thread.
Carried context_of(channel::Awaiting& awaiting) noexcept {
  Carried* const kept = awaiting.trace();
  if (kept != nullptr && kept->is_set()) return *kept;
  Carried now = carried();
  if (kept != nullptr) *kept = now;
  return now;
}

class TracedChannel final : public channel::SubscribedChannel {
 public:
  TracedChannel(std::shared_ptr<ClientChannel> within, std::shared_ptr<Tracer> tracer, std::string_view protocol,
                const EngineeringQoS& qos, std::string_view interface_id)
      : SubscribedChannel(std::move(within)),
        tracer_(std::move(tracer)),
        sampler_(tracer_->sampler()),
        place_(std::make_shared<const trace::Place>(place_of(server(), protocol, qos))),
        interface_(interface_of(interface_id)) {}

  // A call that is sampled out is passed on without overhead.
  channel::Outcome call(channel::Request& request) override {
    ThreadState& thread = ThreadState::of_this_thread();
    const Frame* const frame = thread.frame;
    if (frame == nullptr || frame->state == Frame::State::none) {
      const std::uint64_t draw = thread.next_draw();
      if (sampler_.takes(draw)) return call_in_span(request, nullptr, draw);
    } else if (frame->context) {
      return call_within(request, *frame);
    }
    return within().call(request);
  }

  void begin(std::shared_ptr<channel::Awaiting> awaiting) override {
    const Carried carried = context_of(*awaiting);
    channel::Request& request = awaiting->request();
    std::unique_ptr<channel::CallEvents> events;
    if (carried.state == Carried::State::sampled) {
      events = std::make_unique<TracedCall>(open(request, carried.context.get(), 0), request);
    } else if (carried.state == Carried::State::none) {
      const std::uint64_t draw = ThreadState::of_this_thread().next_draw();
      if (sampler_.takes(draw)) events = std::make_unique<TracedCall>(open(request, nullptr, draw), request);
    } else if (carried.context) {
      events = std::make_unique<UntracedCall>(request, *carried.context);
    }
    if (!events) return within().begin(std::move(awaiting));
    begin_raising(std::move(awaiting), std::move(events));
  }

 private:
  // For a call within a span, or within a trace that is sampled out but whose ids are known.
  [[gnu::noinline]] channel::Outcome call_within(channel::Request& request, const Frame& frame) {
    const auto parent = frame.context;
    if (frame.state == Frame::State::sampled) return call_in_span(request, parent.get(), 0);
    const ContextsBesides besides(request, *parent);
    return within().call(request);
  }
  [[gnu::noinline]] channel::Outcome call_in_span(channel::Request& request, const Context* parent,
                                                  std::uint64_t draw) {
    TracedCall events(open(request, parent, draw), request);
    return call_raising(request, events);
  }
  std::shared_ptr<OpenSpan> open(const channel::Request& request, const Context* parent, std::uint64_t draw) {
    auto span = std::make_shared<OpenSpan>(tracer_, trace::Kind::client, request.operation.name, parent, draw);
    span->span().interface = interface_;
    span->span().place = place_;
    return span;
  }

  const std::shared_ptr<Tracer> tracer_;
  const Sampler sampler_;
  const std::shared_ptr<const trace::Place> place_;
  const std::string interface_;
};

// At the server ------------------------------------------------------------------------------------------------------

class TracedDispatcher final : public channel::SubscribedDispatcher {
 public:
  TracedDispatcher(channel::Dispatcher& within, std::shared_ptr<Tracer> tracer, std::string_view protocol)
      : SubscribedDispatcher(within), tracer_(std::move(tracer)), sampler_(tracer_->sampler()), protocol_(protocol) {}

  void dispatch(ServerRequest& request) noexcept override {
    const TraceOctets came = request.trace_octets();
    if (came.size != 0) return dispatch_within(request, came);
    if (came.data == nullptr) {
      const std::uint64_t draw = ThreadState::of_this_thread().next_draw();
      if (sampler_.takes(draw)) return dispatch_in_span(request, nullptr, draw);
    }
    const FrameScope sampled_out(Frame::State::sampled_out);
    within().dispatch(request);
  }

 private:
  // Follows the client's sampling decision. A context that cannot be parsed is ignored.
  [[gnu::noinline]] void dispatch_within(ServerRequest& request, const TraceOctets& came) noexcept {
    std::shared_ptr<const Context> parent;
    try {
      if (auto context = read_service_context({came.data, came.size})) {
        parent = std::make_shared<const Context>(std::move(*context));
      } else {
        ignore(request);
      }
    } catch (const std::bad_alloc&) {
      return within().dispatch(request);  // no memory: the request is not traced
    }
    if (!parent) {
      const std::uint64_t draw = ThreadState::of_this_thread().next_draw();
      if (sampler_.takes(draw)) return dispatch_in_span(request, nullptr, draw);
    } else if (parent->is_sampled()) {
      return dispatch_in_span(request, parent.get(), 0);
    }
    const FrameScope sampled_out(Frame::State::sampled_out, std::move(parent));
    within().dispatch(request);
  }

  [[gnu::noinline]] void dispatch_in_span(ServerRequest& request, const Context* parent, std::uint64_t draw) noexcept {
    std::shared_ptr<OpenSpan> span;
    try {
      span = std::make_shared<OpenSpan>(tracer_, trace::Kind::server, request.operation(), parent, draw);
      span->span().has_remote_parent = parent != nullptr;
      span->span().place = place_of(request);
    } catch (const std::bad_alloc&) {
      return within().dispatch(request);  // no memory: the request is not traced
    }
    const FrameScope sampled(Frame::State::sampled, span->context());
    SpanEvents events(std::move(span));
    dispatch_raising(request, events);
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

  const std::shared_ptr<Tracer> tracer_;
  const Sampler sampler_;
  const std::string protocol_;
};

}  // namespace

std::shared_ptr<channel::ClientChannel> Tracer::around(std::shared_ptr<channel::ClientChannel> channel,
                                                       std::string_view protocol, const EngineeringQoS& qos,
                                                       std::string_view interface_id) {
  return std::make_shared<TracedChannel>(std::move(channel), shared_from_this(), protocol, qos, interface_id);
}

std::unique_ptr<channel::SubscribedDispatcher> Tracer::before(channel::Dispatcher& dispatcher,
                                                              std::string_view protocol) {
  return std::make_unique<TracedDispatcher>(dispatcher, shared_from_this(), protocol);
}

}  // namespace dimma::tracing
