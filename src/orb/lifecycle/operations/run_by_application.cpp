// Functions for ORBs that an application runs (dimma/event_loop.hpp).

#include "base/never_destroyed.hpp"
#include "orb/lifecycle/events/event_source.hpp"
#include "orb/lifecycle/orb_lifecycle.hpp"
#include "orb/lifecycle/registry.hpp"
#include "orb/reference/object_reference.hpp"

namespace dimma {

std::shared_ptr<EventSource> event_source(const CORBA::object_reference<CORBA::ORB>& orb) {
  const auto& lifecycle = orb::OrbAccess::lifecycle(*orb);
  lifecycle->require_running();
  return lifecycle->run_by_application();
}

void event_executor(const CORBA::object_reference<CORBA::ORB>& orb, std::shared_ptr<UpcallExecutor> executor) {
  orb::OrbAccess::lifecycle(*orb)->application_executor(std::move(executor));
}

const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::Object& object) noexcept {
  static NeverDestroyed<std::shared_ptr<UpcallExecutor>> none;
  const auto& reference = CORBA::ObjectAccess::reference(object);
  return reference ? reference->orb()->application_executor() : *none;
}

const std::shared_ptr<UpcallExecutor>& event_executor_of(const CORBA::object_reference<CORBA::ORB>& orb) noexcept {
  return orb::OrbAccess::lifecycle(*orb)->application_executor();
}

int run_by_application(const CORBA::object_reference<CORBA::ORB>& orb) { return event_source(orb)->descriptor(); }

}  // namespace dimma
