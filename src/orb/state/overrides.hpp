#pragma once
// The policies of clients, kept by PolicyManager, PolicyCurrent and _set_policy_overrides, and followed by calls.

#include "base/sync/sync.hpp"
#include "transport/transport.hpp"

#include <dimma/messaging.hpp>
#include <dimma/qos.hpp>

#include <memory>
#include <optional>

namespace dimma::orb {

class Interceptors;

// Policies of one scope; never changed once made.
struct Overrides {
  CORBA::PolicyList policies;  // one of each type
  std::optional<Clock::duration> roundtrip;
  std::optional<Messaging::SyncScope> sync_scope;
  std::optional<bool> is_bidirectional;  // BiDirPolicy::BOTH
  std::optional<EngineeringQoS> qos;     // for a reference only

  CORBA::object_reference<CORBA::Policy> find(CORBA::PolicyType type) const;
  CORBA::PolicyList select(const CORBA::PolicyTypeSeq& types) const;

  enum class Scope : std::uint8_t { reference, others };
  // `before` may be nullptr. `interceptors` know types of policies besides the ORB's own. Throws what
  // PolicyManager::set_policy_overrides throws, and QoSError.
  static std::shared_ptr<const Overrides> changed(const Overrides* before, const CORBA::PolicyList& policies,
                                                  CORBA::SetOverrideType how, const Interceptors& interceptors,
                                                  Scope whose);
};

// The policies of an ORB and its threads.
class OrbOverrides {
 public:
  // True if any thread or the ORB itself has ever had a policy, or something else needs calls to be looked at more
  // closely.
  bool are_in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

  void want_a_closer_look() noexcept { in_use_.store(true, std::memory_order_relaxed); }

  std::shared_ptr<const Overrides> of_orb() const;
  std::shared_ptr<const Overrides> of_this_thread() const;
  void change_orb(const CORBA::PolicyList& policies, CORBA::SetOverrideType how, const Interceptors& interceptors);
  void change_this_thread(const CORBA::PolicyList& policies, CORBA::SetOverrideType how,
                          const Interceptors& interceptors);

 private:
  // Identifies the policies for this ORB among those that a thread has for others. It outlives the ORB that made it.
  const std::shared_ptr<const char> identity_ = std::make_shared<const char>();
  mutable sync::Mutex mutex_;
  std::shared_ptr<const Overrides> of_orb_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> in_use_{false};
};

// The policies that hold for a call: the reference's (nullptr for none), then the thread's, then the ORB's.
struct EffectiveOverrides {
  std::optional<Clock::duration> roundtrip;
  Messaging::SyncScope sync_scope = Messaging::SYNC_WITH_TRANSPORT;
  std::optional<bool> is_bidirectional;
};
EffectiveOverrides effective_overrides(const OrbOverrides& of_orb, const Overrides* of_reference);
CORBA::object_reference<CORBA::Policy> effective_policy(const OrbOverrides& of_orb, const Overrides* of_reference,
                                                        CORBA::PolicyType type);

}  // namespace dimma::orb
