#include "classic/orb/process_settings.hpp"

#include <dimma/messaging.hpp>

#include <map>
#include <mutex>
#include <optional>
#include <utility>

namespace dimma::classic {

namespace {

struct Settings {
  std::mutex mutex;
  std::map<std::string, std::string> options;
  std::optional<TimeBase::TimeT> timeout;
  // The ORBs by their ids. One that has been destroyed remains until its id is used again.
  std::map<std::string, ModernOrb> orbs;
};

// Never destroyed, because an ORB may be in use while static objects are destroyed.
Settings& settings() {
  static auto* const made = new Settings;
  return *made;
}

bool exists(const ModernOrb& orb) {
  try {
    orb->list_initial_services();
    return true;
  } catch (const ::CORBA::OBJECT_NOT_EXIST&) {
    return false;
  } catch (const ::CORBA::BAD_INV_ORDER&) {  // it has been shut down
    return true;
  }
}

void set_timeout(const ModernOrb& orb, TimeBase::TimeT limit) {
  try {
    ::CORBA::Any value;
    value <<= ::TimeBase::TimeT{limit};
    const auto policy = orb->create_policy(::Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE, value);
    const auto manager =
        ::IDL::traits<::CORBA::PolicyManager>::narrow(orb->resolve_initial_references("ORBPolicyManager"));
    manager->set_policy_overrides({policy}, ::CORBA::SetOverrideType::ADD_OVERRIDE);
  } catch (const ::CORBA::BAD_INV_ORDER&) {  // it has been shut down, and makes no calls
  } catch (const ::CORBA::OBJECT_NOT_EXIST&) {
  }
}

}  // namespace

void set_process_option(const std::string& option, const std::string& value) {
  const std::lock_guard lock(settings().mutex);
  settings().options[option] = value;
}

std::vector<std::string> process_options() {
  std::vector<std::string> list;
  const std::lock_guard lock(settings().mutex);
  for (const auto& [option, value] : settings().options) {
    list.push_back(option);
    list.push_back(value);
  }
  return list;
}

void set_process_timeout(TimeBase::TimeT limit) {
  const std::lock_guard lock(settings().mutex);
  settings().timeout = limit;
  for (const auto& [id, orb] : settings().orbs) set_timeout(orb, limit);
}

void note_orb(const ModernOrb& orb) {
  if (!orb) return;
  const std::lock_guard lock(settings().mutex);
  auto& noted = settings().orbs[orb->id()];
  if (noted && exists(noted)) return;
  noted = orb;
  if (settings().timeout) set_timeout(orb, *settings().timeout);
}

std::vector<ModernOrb> noted_orbs() {
  std::vector<ModernOrb> list;
  const std::lock_guard lock(settings().mutex);
  for (const auto& [id, orb] : settings().orbs) {
    if (exists(orb)) list.push_back(orb);
  }
  return list;
}

}  // namespace dimma::classic
