// What an ORB has observed of its calls.

#include "observe/observatory.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"

#include <dimma/observation.hpp>

#include <ostream>

namespace dimma::observation {

Observed observed(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& observatory = orb::OrbAccess::lifecycle(*orb)->observatory();
  if (!observatory) return {};
  const auto& wanted = observatory->wanted();
  return {wanted.has_metrics, wanted.recorded_calls, wanted.captured_octets};
}

std::vector<ChannelMetrics> metrics(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& observatory = orb::OrbAccess::lifecycle(*orb)->observatory();
  return observatory ? observatory->metrics() : std::vector<ChannelMetrics>{};
}

std::vector<RecordedCall> recorded_calls(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& observatory = orb::OrbAccess::lifecycle(*orb)->observatory();
  return observatory ? observatory->calls() : std::vector<RecordedCall>{};
}

bool write_capture(const CORBA::object_reference<CORBA::ORB>& orb, std::ostream& out) {
  const auto& observatory = orb::OrbAccess::lifecycle(*orb)->observatory();
  if (!observatory || !observatory->capture()) return false;
  observatory->capture()->write(out);
  return true;
}

}  // namespace dimma::observation
