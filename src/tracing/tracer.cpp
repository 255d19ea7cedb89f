#include "tracing/tracer.hpp"

#include "base/sync/clock.hpp"
#include "base/text/shown_text.hpp"

#include <dimma/exception.hpp>

#include <algorithm>
#include <new>
#include <utility>

namespace dimma::tracing {

namespace {
constexpr std::size_t message_octets_max = 1024;
}

Sampler::Sampler(double ratio) noexcept {
  constexpr std::uint64_t all = std::uint64_t{1} << 63U;
  threshold_ = ratio >= 1 ? all : ratio <= 0 ? 0 : static_cast<std::uint64_t>(ratio * static_cast<double>(all));
}

OpenSpan::OpenSpan(std::shared_ptr<Tracer> tracer, trace::Kind kind, std::string_view operation, const Context* parent,
                   std::uint64_t draw)
    : tracer_(std::move(tracer)) {
  span_.kind = kind;
  span_.operation = kind == trace::Kind::server ? shown_text(operation) : std::string(operation);
  span_.begun = WallClock::now();
  if (parent != nullptr) {
    span_.context = *parent;
    span_.parent = parent->span_id;
  } else {
    span_.context.trace_id = new_trace_id(draw);
  }
  span_.context.flags = trace::flag_sampled;
  span_.context.span_id = new_span_id();
  context_ = std::make_shared<const Context>(span_.context);
}

OpenSpan::~OpenSpan() {
  if (is_forgotten_) return;
  span_.duration = Clock::now() - begun_;
  tracer_->queue().add(std::move(span_));
}

void OpenSpan::failed(const CORBA::Exception& exception) noexcept {
  try {
    span_.exception = shown_text(exception._rep_id());
    if (const auto* const system = dynamic_cast<const CORBA::SystemException*>(&exception)) {
      span_.minor = system->minor();
      span_.message = shown_text(system->_detail(), message_octets_max);
    }
  } catch (const std::bad_alloc&) {
    // The span is recorded without the exception's text.
  }
}

std::string interface_of(std::string_view repository_id) {
  constexpr std::string_view prefix = "IDL:";
  if (!repository_id.starts_with(prefix)) return {};
  const std::size_t version = repository_id.rfind(':');
  if (version < prefix.size()) return {};
  std::string name(repository_id.substr(prefix.size(), version - prefix.size()));
  std::ranges::replace(name, '/', '.');
  return shown_text(name);
}

}  // namespace dimma::tracing
