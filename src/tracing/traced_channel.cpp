#include "tracing/traced_channel.hpp"

#include "base/text/shown_text.hpp"
#include "channel/wrapped_channel.hpp"
#include "tracing/service_context.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace dimma::tracing {

namespace {

trace::Place place_of(const transport::Endpoint& server, std::string_view protocol, const EngineeringQoS& qos) {
  return {.protocol = std::string(protocol),
          .transport = shown_text(server.transport),
          .address = shown_text(server.host),
          .port = server.port,
          .qos = qos == EngineeringQoS{} ? std::string() : qos.to_string()};
}

// Adds the trace context to the request's service contexts while this exists.
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

void note_end(OpenSpan& span, const channel::Outcome& outcome) noexcept {
  if (outcome.kind != channel::Outcome::Kind::done) span.span().is_forwarded = true;
}

// Called in the handler of an exception that a call has thrown. Notes it and throws it again.
[[noreturn]] void note_failure(OpenSpan& span) {
  try {
    throw;
  } catch (const CORBA::Exception& exception) {
    span.failed(exception);
    throw;
  }
}

// An asynchronous call that is sent with a context. If it is sampled it has a span until its reply has been read.
struct BegunCall {
  BegunCall(channel::Request& request, const Context& context) : besides(std::in_place, request, context) {}
  std::optional<ContextsBesides> besides;  // until the call has been answered
  std::shared_ptr<OpenSpan> span;          // nullptr: not sampled
};

class TracedAnswer final : public channel::Answer {
 public:
  TracedAnswer(std::unique_ptr<channel::Answer> within, std::shared_ptr<OpenSpan> span)
      : within_(std::move(within)), span_(std::move(span)) {}

  channel::Outcome read(const channel::Request& asked, bool was_asked) override {
    const auto span = std::move(span_);
    try {
      auto outcome = channel::read_answer(within_, asked, was_asked);
      note_end(*span, outcome);
      return outcome;
    } catch (...) {
      note_failure(*span);
    }
  }

 private:
  const std::unique_ptr<channel::Answer> within_;
  std::shared_ptr<OpenSpan> span_;
};

class TracedAwaiting final : public channel::Awaiting {
 public:
  TracedAwaiting(std::shared_ptr<channel::Awaiting> within, const Context& context)
      : within_(std::move(within)), request_(within_->request()), call_(request_, context) {}

  channel::Request& request() noexcept override { return request_; }
  bool may_wait() const noexcept override { return within_->may_wait(); }
  void begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id, bool is_sent) noexcept override {
    within_->begun_as(std::move(place), request_id, is_sent);
  }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    call_.besides.reset();
    if (call_.span) answer = std::make_unique<TracedAnswer>(std::move(answer), std::move(call_.span));
    auto within = std::move(within_);
    auto& told = *within;
    told.answered(std::move(within), std::move(answer));
  }
  BegunCall& call() noexcept { return call_; }

 private:
  std::shared_ptr<channel::Awaiting> within_;
  channel::Request& request_;
  BegunCall call_;
};

class TracedChannel : public channel::ClientChannel {
 public:
  TracedChannel(std::shared_ptr<channel::ClientChannel> within, std::shared_ptr<Tracer> tracer,
                std::string_view protocol, const EngineeringQoS& qos)
      : within_(std::move(within)),
        tracer_(std::move(tracer)),
        sampler_(tracer_->sampler()),
        place_(std::make_shared<const trace::Place>(place_of(within_->server(), protocol, qos))) {}

  // A call that is sampled out is passed on unchanged.
  channel::Outcome call(channel::Request& asked) override {
    ThreadState& thread = ThreadState::of_this_thread();
    const Frame* const frame = thread.frame;
    if (frame == nullptr || frame->state == Frame::State::none) {
      const std::uint64_t draw = thread.next_draw();
      if (sampler_.takes(draw)) [[unlikely]]
        return call_in_span(asked, nullptr, draw);
    } else if (frame->context) [[unlikely]] {
      return call_within(asked, *frame);
    }
    return within_->call(asked);
  }

  void begin(std::shared_ptr<channel::Awaiting> call) override {
    Carried* const kept = call->trace();
    Carried carried = kept != nullptr && kept->is_set() ? *kept : tracing::carried();
    if (kept != nullptr && !kept->is_set()) *kept = carried;
    std::uint64_t draw = 0;
    bool is_sampled = carried.state == Carried::State::sampled;
    if (carried.state == Carried::State::none) {
      draw = ThreadState::of_this_thread().next_draw();
      is_sampled = sampler_.takes(draw);
    }
    if (!is_sampled && !carried.context) return within_->begin(std::move(call));
    std::shared_ptr<OpenSpan> span;
    if (is_sampled) span = std::shared_ptr<OpenSpan>(open(call->request(), carried.context.get(), draw));
    auto traced = std::make_shared<TracedAwaiting>(std::move(call), span ? *span->context() : *carried.context);
    traced->call().span = span;
    try {
      within_->begin(traced);
    } catch (...) {
      traced->call().besides.reset();
      if (!span) throw;
      note_failure(*span);
    }
  }
  bool is_connected() noexcept override { return within_->is_connected(); }
  bool has_lost_connection() const noexcept override { return within_->has_lost_connection(); }
  void begin_connect(Deadline deadline, Connected connected) override {
    within_->begin_connect(deadline, std::move(connected));
  }
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override {
    return within_->locate(forward, deadline);
  }
  void close() noexcept override { within_->close(); }
  std::vector<channel::Fact> describe() const override { return within_->describe(); }
  transport::Endpoint server() const override { return within_->server(); }
  void leads_to(std::string_view type_id) override {
    interface_ = interface_of(type_id);
    within_->leads_to(type_id);
  }
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override { return within_->loan(octets, deadline); }

 protected:
  channel::ClientChannel& within() noexcept { return *within_; }

 private:
  // For a call within a span, or within one that was sampled out but whose ids others know.
  [[gnu::noinline]] channel::Outcome call_within(channel::Request& asked, const Frame& frame) {
    const auto parent = frame.context;
    if (frame.state == Frame::State::sampled) return call_in_span(asked, parent.get(), 0);
    const ContextsBesides besides(asked, *parent);
    return within_->call(asked);
  }
  [[gnu::noinline]] channel::Outcome call_in_span(channel::Request& asked, const Context* parent, std::uint64_t draw) {
    const auto span = open(asked, parent, draw);
    const ContextsBesides besides(asked, *span->context());
    try {
      auto outcome = within_->call(asked);
      note_end(*span, outcome);
      return outcome;
    } catch (...) {
      note_failure(*span);
    }
  }
  std::unique_ptr<OpenSpan> open(const channel::Request& asked, const Context* parent, std::uint64_t draw) {
    auto span = std::make_unique<OpenSpan>(tracer_, trace::Kind::client, asked.operation.name, parent, draw);
    span->span().interface = interface_;
    span->span().place = place_;
    return span;
  }

  const std::shared_ptr<channel::ClientChannel> within_;
  const std::shared_ptr<Tracer> tracer_;
  const Sampler sampler_;
  const std::shared_ptr<const trace::Place> place_;
  std::string interface_;
};

}  // namespace

std::shared_ptr<channel::ClientChannel> traced(std::shared_ptr<channel::ClientChannel> within,
                                               std::shared_ptr<Tracer> tracer, std::string_view protocol,
                                               const EngineeringQoS& qos) {
  return channel::wrap<TracedChannel>(std::move(within), std::move(tracer), protocol, qos);
}

}  // namespace dimma::tracing
