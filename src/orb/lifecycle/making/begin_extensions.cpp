#include "orb/lifecycle/making/begin_extensions.hpp"

#include "base/log/log.hpp"
#include "base/offer.hpp"
#include "orb/extensions/inspection.hpp"
#include "orb/extensions/tracing.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"

#include <dimma/minor.hpp>

namespace dimma::orb {

void begin_inspection(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& lifecycle = OrbAccess::lifecycle(*orb);
  const InspectOptions& wanted = lifecycle->options().inspected;
  if (wanted.at.empty() && !wanted.has_object) return;
  const auto begin = Offer<BeginInspection>::made();
  if (begin == nullptr) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           (wanted.at.empty() ? wanted.object_option : wanted.at_option) +
                               ": the program cannot be inspected: link it with dimma::inspect (CMake) or "
                               "dimma-inspect (pkg-config)");
  }
  auto inspection = begin(orb, wanted);
  if (!inspection->address().empty()) {
    log::write(log::Event::inspection_begun,
               [&inspection] { return log::Entry{"the ORB can be inspected at " + inspection->address()}; });
  }
  lifecycle->keep(std::move(inspection));
}

void begin_export(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& lifecycle = OrbAccess::lifecycle(*orb);
  const Options& options = lifecycle->options();
  if (!lifecycle->tracer()) return;
  const auto begin = Offer<BeginExport>::made();
  if (begin == nullptr && !options.trace_option.empty()) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           options.trace_option +
                               ": the program cannot export spans: link it with dimma::trace (CMake) or dimma-trace "
                               "(pkg-config)");
  }
  if (begin == nullptr) return;
  lifecycle->keep(begin(lifecycle->tracer(),
                        {options.trace_endpoint, options.trace_option, options.trace_batch, options.trace_interval}));
}

}  // namespace dimma::orb
