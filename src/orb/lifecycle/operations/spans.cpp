// Functions of dimma/trace.hpp that take the spans of an ORB.

#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "tracing/tracer.hpp"

#include <dimma/trace.hpp>

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
