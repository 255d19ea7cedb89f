#pragma once
// Shared by the channels and endpoints of an ORB that traces: the sampler, and the queue of finished spans.

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

// Decides about a call without a parent by the second half of its random trace id, like OpenTelemetry's trace-id ratio
// sampler, so that each process decides alike.
class Sampler {
 public:
  explicit Sampler(double ratio) noexcept;
  // `draw` holds the last eight octets of the trace id as a number. Its upper four octets decide.
  bool takes(std::uint64_t draw) const noexcept { return draw >> 1U < threshold_; }

 private:
  std::uint64_t threshold_;
};

// All functions are thread-safe.
class Tracer final : public channel::CallSubscriber, public std::enable_shared_from_this<Tracer> {
 public:
  explicit Tracer(const Wanted& wanted) : sampler_(wanted.ratio), queue_(wanted.spans_max) {}

  const Sampler& sampler() const noexcept { return sampler_; }
  SpanQueue& queue() noexcept { return queue_; }

  // Implemented in src/tracing/traced_calls.cpp.
  std::shared_ptr<channel::ClientChannel> around(std::shared_ptr<channel::ClientChannel> channel,
                                                 std::string_view protocol, const EngineeringQoS& qos,
                                                 std::string_view interface_id) override;
  std::unique_ptr<channel::SubscribedDispatcher> before(channel::Dispatcher& dispatcher,
                                                        std::string_view protocol) override;

 private:
  const Sampler sampler_;
  SpanQueue queue_;
};

// A span in progress, used by one thread at a time. The destructor adds it to the queue.
class OpenSpan {
 public:
  // If `parent` is nullptr, a new trace begins, and `draw` is the number that decided its sampling.
  OpenSpan(std::shared_ptr<Tracer> tracer, trace::Kind kind, std::string_view operation, const Context* parent,
           std::uint64_t draw);
  ~OpenSpan();
  OpenSpan(const OpenSpan&) = delete;
  OpenSpan& operator=(const OpenSpan&) = delete;

  const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  trace::Span& span() noexcept { return span_; }
  // If called several times, the last exception is recorded.
  void failed(const CORBA::Exception& exception) noexcept;
  // Called if no call took place, so that the span is not recorded.
  void forget() noexcept { is_forgotten_ = true; }

 private:
  const std::shared_ptr<Tracer> tracer_;
  std::shared_ptr<const Context> context_;
  trace::Span span_;
  std::chrono::steady_clock::time_point begun_ = Clock::now();
  bool is_forgotten_ = false;
};

// Converts "IDL:omg.org/CosNaming/NamingContext:1.0" to "omg.org.CosNaming.NamingContext". Returns an empty string for
// ids of any other form.
std::string interface_of(std::string_view repository_id);

}  // namespace dimma::tracing
