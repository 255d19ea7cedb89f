#pragma once
// Shared by the channels and endpoints of an ORB that traces: the sampling, and the place to which spans go.

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

// A call without a parent is sampled by the second half of its trace id, which is random, as OpenTelemetry's
// sampler of that kind does it: the same in whichever process it is asked.
class Sampler {
 public:
  explicit Sampler(double ratio) noexcept;
  // `draw`: the last eight octets of the trace id, as a number, of which the upper four count.
  bool takes(std::uint64_t draw) const noexcept { return draw >> 1U < threshold_; }

 private:
  std::uint64_t threshold_;
};

// Any thread may call.
class Tracer {
 public:
  explicit Tracer(const Wanted& wanted) : sampler_(wanted.ratio), queue_(wanted.spans_max) {}

  const Sampler& sampler() const noexcept { return sampler_; }
  SpanQueue& queue() noexcept { return queue_; }

 private:
  const Sampler sampler_;
  SpanQueue queue_;
};

// A span that has begun. One thread at a time. Its end hands it in.
class OpenSpan {
 public:
  // `draw`: of a trace that begins; otherwise `parent` is what it is in.
  OpenSpan(std::shared_ptr<Tracer> tracer, trace::Kind kind, std::string_view operation, const Context* parent,
           std::uint64_t draw);
  ~OpenSpan();
  OpenSpan(const OpenSpan&) = delete;
  OpenSpan& operator=(const OpenSpan&) = delete;

  const std::shared_ptr<const Context>& context() const noexcept { return context_; }
  trace::Span& span() noexcept { return span_; }
  // The last that is told counts.
  void failed(const CORBA::Exception& exception) noexcept;
  // There was nothing to be made a span of.
  void forget() noexcept { is_forgotten_ = true; }

 private:
  const std::shared_ptr<Tracer> tracer_;
  std::shared_ptr<const Context> context_;
  trace::Span span_;
  std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  bool is_forgotten_ = false;
};

// "IDL:omg.org/CosNaming/NamingContext:1.0" as "omg.org.CosNaming.NamingContext"; empty for what is no such id.
std::string interface_of(std::string_view repository_id);

}  // namespace dimma::tracing
