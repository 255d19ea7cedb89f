#include "orb/lifecycle/registry.hpp"

#include "base/never_destroyed.hpp"
#include "base/sync/sync.hpp"

#include <dimma/minor.hpp>

#include <algorithm>
#include <vector>

namespace dimma::orb {

namespace {

struct Registry {
  sync::RecursiveMutex mutex;  // recursive, as an ORB initializer may call ORB_init
  // In the order of creation.
  std::vector<CORBA::object_reference<CORBA::ORB>> orbs DIMMA_GUARDED_BY(mutex);
};

// One per process, since ORB_init must find existing ORBs. Never destroyed, since threads of an ORB that the program
// has not destroyed may still run while the process ends.
Registry& registry() {
  static NeverDestroyed<Registry> only;
  return *only;
}

auto find(Registry& known, const std::string& id) DIMMA_REQUIRES(known.mutex) {
  return std::find_if(known.orbs.begin(), known.orbs.end(), [&](const auto& orb) { return orb->id() == id; });
}

}  // namespace

CORBA::object_reference<CORBA::ORB> OrbAccess::make(std::shared_ptr<OrbLifecycle> lifecycle) {
  struct Orb final : CORBA::ORB {
    explicit Orb(std::shared_ptr<OrbLifecycle> made) noexcept : ORB(std::move(made)) {}
    ~Orb() override = default;
  };
  return CORBA::make_reference<Orb>(std::move(lifecycle));
}

CORBA::object_reference<CORBA::ORB> find_or_make_orb(const std::string& id,
                                                     const std::function<std::shared_ptr<OrbLifecycle>()>& make) {
  auto& known = registry();
  const sync::LockGuard lock(known.mutex);
  const auto found = find(known, id);
  if (found != known.orbs.end()) return *found;
  return known.orbs.emplace_back(OrbAccess::make(make()));
}

CORBA::object_reference<CORBA::ORB> add_orb(std::shared_ptr<OrbLifecycle> lifecycle) {
  auto& known = registry();
  const sync::LockGuard lock(known.mutex);
  if (find(known, lifecycle->options().id) != known.orbs.end()) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           "the id of the ORB is in use: '" + lifecycle->options().id + "'");
  }
  return known.orbs.emplace_back(OrbAccess::make(std::move(lifecycle)));
}

void forget_orb(const OrbLifecycle& lifecycle) noexcept {
  auto& known = registry();
  CORBA::object_reference<CORBA::ORB> forgotten;
  const sync::LockGuard lock(known.mutex);
  const auto found = std::find_if(known.orbs.begin(), known.orbs.end(),
                                  [&](const auto& orb) { return OrbAccess::lifecycle(*orb).get() == &lifecycle; });
  if (found == known.orbs.end()) return;
  forgotten = std::move(*found);
  known.orbs.erase(found);
}

// These functions cannot declare which lock they take and release, since the registry is not visible to callers.
void lock_registry() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { registry().mutex.lock(); }
void unlock_registry() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS { registry().mutex.unlock(); }

std::vector<std::shared_ptr<OrbLifecycle>> locked_orbs() {
  auto& known = registry();
  known.mutex.assert_held();
  std::vector<std::shared_ptr<OrbLifecycle>> all;
  for (const auto& orb : known.orbs) all.push_back(OrbAccess::lifecycle(*orb));
  return all;
}

std::shared_ptr<OrbLifecycle> first_orb() {
  auto& known = registry();
  const sync::LockGuard lock(known.mutex);
  if (known.orbs.empty()) {
    throw CORBA::OBJ_ADAPTER(minor::obj_adapter_unknown_adapter, CORBA::COMPLETED_NO,
                             "no ORB exists whose root POA could be the default POA");
  }
  return OrbAccess::lifecycle(*known.orbs.front());
}

CORBA::object_reference<CORBA::ORB> orb_of(OrbState& orb) {
  auto& known = registry();
  {
    const sync::LockGuard lock(known.mutex);
    for (const auto& each : known.orbs) {
      if (OrbAccess::lifecycle(*each).get() == &orb) return each;
    }
  }
  // The ORB has been destroyed: operations on the new reference throw. The cast is safe, as each OrbState is an
  // OrbLifecycle.
  return OrbAccess::make(std::static_pointer_cast<OrbLifecycle>(orb.shared_from_this()));
}

}  // namespace dimma::orb
