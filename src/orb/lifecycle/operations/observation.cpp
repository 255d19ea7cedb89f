// The observation of an ORB's calls (dimma/observation.hpp).

#include "base/log/log_history.hpp"
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

std::vector<EventMetrics> event_metrics() {
  std::vector<EventMetrics> metrics;
  for (const auto& [event, count] : log::event_counts()) {
    const auto& facts = log::facts_of(event);
    metrics.push_back({std::string(facts.name), facts.level, count});
  }
  return metrics;
}

std::vector<RecordedEvent> recorded_events() {
  std::vector<RecordedEvent> events;
  for (auto& kept : log::kept_records()) {
    const auto& facts = log::facts_of(kept.event);
    events.push_back({kept.time, facts.level, std::string(facts.name), std::move(kept.text), std::move(kept.peer),
                      std::move(kept.endpoint), std::move(kept.object), std::move(kept.operation), kept.minor,
                      kept.held_back});
  }
  return events;
}

bool write_capture(const CORBA::object_reference<CORBA::ORB>& orb, std::ostream& out) {
  const auto& observatory = orb::OrbAccess::lifecycle(*orb)->observatory();
  if (!observatory || !observatory->capture()) return false;
  observatory->capture()->write(out);
  return true;
}

}  // namespace dimma::observation
