#pragma once
// Shared by the channels and endpoints of an ORB that traces: the sampling, and the queue of ended spans.

#include "base/sync/clock.hpp"
#include "channel/call_events.hpp"
#include "tracing/current.hpp"
#include "tracing/span_queue.hpp"
#include "tracing/wanted.hpp"

#include <dimma/generated/server_request.hpp>
#include <dimma/trace.hpp>

#include <cstdint>
#include <memory>
#include <string_view>

namespace CORBA {
class Exception;
}

namespace dimma::tracing {

// Samples a call without a parent by the second half of its trace id, which is random, as OpenTelemetry's sampler of
// that kind does: the result is the same in each process.
class Sampler {
 public:
  explicit Sampler(double ratio) noexcept;
  // `draw`: the last eight octets of the trace id, as a number; the upper four decide.
  bool takes(std::uint64_t draw) const noexcept { return draw >> 1U < threshold_; }

 private:
  std::uint64_t threshold_;
};

// Thread safe.
class Tracer final : public channel::CallSubscriber, public std::enable_shared_from_this<Tracer> {
 public:
  explicit Tracer(const Wanted& wanted) : sampler_(wanted.ratio), queue_(wanted.spans_max) {}

  const Sampler& sampler() const noexcept { return sampler_; }
  SpanQueue& queue() noexcept { return queue_; }

  // src/tracing/traced_calls.cpp
  std::shared_ptr<channel::ClientChannel> around(std::shared_ptr<channel::ClientChannel> channel,
                                                 std::string_view protocol, const EngineeringQoS& qos,
                                                 std::string_view interface_id) override;
  std::unique_ptr<channel::SubscribedDispatcher> before(channel::Dispatcher& dispatcher,
                                                        std::string_view protocol) override;

 private:
  const Sampler sampler_;
  SpanQueue queue_;
};

// A span that has begun. Used by one thread at a time. The destructor adds it to the queue.
class OpenSpan {
 public:
  // `draw` is that of a trace that begins here; otherwise `parent` is the context that the span belongs to.
  OpenSpan(std::shared_ptr<Tracer> tracer, trace::Kind kind, std::string_view operation, const Context* parent,
           std::uint64_t draw);
  ~OpenSpan();
  OpenSpan(const OpenSpan&) = delete;
  OpenSpan& operator=(const OpenSpan&) = delete;

  const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  trace::Span& span() noexcept { return span_; }
  // The last exception that is reported counts.
  void failed(const CORBA::Exception& exception) noexcept;
  // Called if there was no call that could be a span.
  void forget() noexcept { is_forgotten_ = true; }

 private:
  const std::shared_ptr<Tracer> tracer_;
  std::shared_ptr<const Context> context_;
  trace::Span span_;
  std::chrono::steady_clock::time_point begun_ = Clock::now();
  bool is_forgotten_ = false;
};

// Returns "IDL:omg.org/CosNaming/NamingContext:1.0" as "omg.org.CosNaming.NamingContext"; empty for any other form.
std::string interface_of(std::string_view repository_id);

}  // namespace dimma::tracing
