#pragma once
// Client policies set with PolicyManager, PolicyCurrent and _set_policy_overrides, which apply to calls.

#include "base/sync/sync.hpp"
#include "transport/transport.hpp"

#include <dimma/messaging.hpp>
#include <dimma/qos.hpp>

#include <memory>
#include <optional>

namespace dimma::orb {

class Interceptors;

// The policies of one scope. Immutable once made.
struct Overrides {
  CORBA::PolicyList policies;  // at most one of each type
  std::optional<Clock::duration> roundtrip;
  std::optional<Messaging::SyncScope> sync_scope;
  std::optional<bool> is_bidirectional;  // true for BiDirPolicy::BOTH
  std::optional<EngineeringQoS> qos;     // only for a reference

  CORBA::object_reference<CORBA::Policy> find(CORBA::PolicyType type) const;
  CORBA::PolicyList select(const CORBA::PolicyTypeSeq& types) const;

  enum class Scope : std::uint8_t { reference, others };
  // Returns the policies after a change. `before` may be nullptr. `interceptors` has the factories of policy types that
  // the ORB itself does not implement. Throws what PolicyManager::set_policy_overrides throws, and QoSError.
  static std::shared_ptr<const Overrides> changed(const Overrides* before, const CORBA::PolicyList& policies,
                                                  CORBA::SetOverrideType how, const Interceptors& interceptors,
                                                  Scope whose);
};

// The policies of an ORB and of its threads.
class OrbOverrides {
 public:
  // Returns true if the ORB or any thread has ever had a policy, or want_a_closer_look() was called.
  bool are_in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

  void want_a_closer_look() noexcept { in_use_.store(true, std::memory_order_relaxed); }

  std::shared_ptr<const Overrides> of_orb() const;
  std::shared_ptr<const Overrides> of_this_thread() const;
  void change_orb(const CORBA::PolicyList& policies, CORBA::SetOverrideType how, const Interceptors& interceptors);
  void change_this_thread(const CORBA::PolicyList& policies, CORBA::SetOverrideType how,
                          const Interceptors& interceptors);

 private:
  // Identifies this ORB's policies in each thread's list. Threads keep it alive after the ORB has been destroyed.
  const std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  mutable sync::Mutex mutex_;
  std::shared_ptr<const Overrides> of_orb_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> in_use_{false};
};

// The policies in force for a call. Those of the reference (nullptr if it has none) take precedence over those of the
// thread, which take precedence over those of the ORB.
struct EffectiveOverrides {
  std::optional<Clock::duration> roundtrip;
  Messaging::SyncScope sync_scope = Messaging::SYNC_WITH_TRANSPORT;
  std::optional<bool> is_bidirectional;
};
EffectiveOverrides effective_overrides(const OrbOverrides& of_orb, const Overrides* of_reference);
CORBA::object_reference<CORBA::Policy> effective_policy(const OrbOverrides& of_orb, const Overrides* of_reference,
                                                        CORBA::PolicyType type);

}  // namespace dimma::orb
