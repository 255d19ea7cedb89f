#include "orb/lifecycle/tracing.hpp"

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "tracing/tracer.hpp"

#include <dimma/minor.hpp>
#include <dimma/trace.hpp>

namespace dimma::orb {

namespace {

// A function, so that it is there whatever is loaded first.
BeginExport& offered() noexcept {
  static BeginExport begin = nullptr;
  return begin;
}

}  // namespace

void offer_export(BeginExport begin) noexcept { offered() = begin; }

void export_as_wanted(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& lifecycle = OrbAccess::lifecycle(*orb);
  const Options& options = lifecycle->options();
  if (!lifecycle->tracer()) return;
  if (offered() == nullptr && !options.trace_option.empty()) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           options.trace_option +
                               ": the program can't export spans: link it with dimma::trace (CMake) or dimma-trace "
                               "(pkg-config)");
  }
  if (offered() == nullptr) return;
  lifecycle->keep(offered()(lifecycle->tracer(), {options.trace_endpoint, options.trace_option, options.trace_batch,
                                                  options.trace_interval}));
}

}  // namespace dimma::orb

namespace dimma::trace {

Counts counts(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& tracer = orb::OrbAccess::lifecycle(*orb)->tracer();
  return tracer ? tracer->queue().counts() : Counts{};
}

std::vector<Span> take_spans(const CORBA::object_reference<CORBA::ORB>& orb, std::size_t most) {
  const auto& tracer = orb::OrbAccess::lifecycle(*orb)->tracer();
  return tracer ? tracer->queue().take(most) : std::vector<Span>{};
}

}  // namespace dimma::trace
