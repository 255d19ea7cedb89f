#include "orb/state/overrides.hpp"

#include "orb/interception/interceptors.hpp"
#include "orb/state/qos_policy.hpp"

#include <dimma/bidirectional.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace dimma::orb {

namespace {

using CORBA::object_reference;
using CORBA::Policy;
using CORBA::PolicyList;
using CORBA::PolicyType;

object_reference<Policy> find_in(const PolicyList& list, PolicyType type) {
  const auto found =
      std::find_if(list.begin(), list.end(), [type](const auto& each) { return each->policy_type() == type; });
  return found == list.end() ? nullptr : *found;
}

// Returns nullopt (no limit) for 0, and for times that exceed the range of the clock.
std::optional<Clock::duration> duration_of(TimeBase::TimeT expiry) {
  using Unit = std::chrono::duration<std::int64_t, std::ratio<1, 10'000'000>>;
  constexpr TimeBase::TimeT longest = 10'000'000ULL * 3600 * 24 * 365 * 100;
  if (expiry == 0 || expiry > longest) return std::nullopt;
  return std::chrono::duration_cast<Clock::duration>(Unit(static_cast<std::int64_t>(expiry)));
}

void check(const PolicyList& policies, const Interceptors& interceptors, Overrides::Scope scope) {
  for (std::size_t i = 0; i < policies.size(); ++i) {
    if (!policies[i]) {
      throw CORBA::BAD_PARAM(minor::bad_param_policies, CORBA::COMPLETED_NO,
                             "policy " + std::to_string(i) + " of the list is nil");
    }
    const PolicyType type = policies[i]->policy_type();
    const bool is_own = type == Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE ||
                        type == Messaging::SYNC_SCOPE_POLICY_TYPE || type == BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE ||
                        (type == QOS_POLICY_TYPE && scope == Overrides::Scope::reference);
    if (type == QOS_POLICY_TYPE && !is_own) {
      throw CORBA::NO_PERMISSION(minor::no_permission_policy, CORBA::COMPLETED_NO,
                                 "a qos_policy applies to a reference; for the whole ORB use --dimma-qos");
    }
    if (!is_own && !interceptors.policy_factory(type)) {
      throw CORBA::NO_PERMISSION(minor::no_permission_policy, CORBA::COMPLETED_NO,
                                 "a policy of type " + std::to_string(type) + " is not a client policy");
    }
    for (std::size_t j = 0; j < i; ++j) {
      if (policies[j]->policy_type() != type) continue;
      throw CORBA::BAD_PARAM(minor::bad_param_policies, CORBA::COMPLETED_NO,
                             "two policies of type " + std::to_string(type));
    }
  }
}

// The policies of the calling thread, for each ORB.
using OverridesOfThread = std::vector<std::pair<std::shared_ptr<const char>, std::shared_ptr<const Overrides>>>;
OverridesOfThread& overrides_of_thread() {
  static DIMMA_PER_THREAD OverridesOfThread overrides;
  return overrides;
}

}  // namespace

object_reference<Policy> Overrides::find(PolicyType type) const { return find_in(policies, type); }

PolicyList Overrides::select(const CORBA::PolicyTypeSeq& types) const {
  if (types.empty()) return policies;
  PolicyList selected;
  std::copy_if(policies.begin(), policies.end(), std::back_inserter(selected), [&types](const auto& each) {
    return std::find(types.begin(), types.end(), each->policy_type()) != types.end();
  });
  return selected;
}

std::shared_ptr<const Overrides> Overrides::changed(const Overrides* before, const PolicyList& policies,
                                                    CORBA::SetOverrideType how, const Interceptors& interceptors,
                                                    Scope whose) {
  check(policies, interceptors, whose);
  auto made = std::make_shared<Overrides>();
  made->policies = policies;
  if (how == CORBA::SetOverrideType::ADD_OVERRIDE && before != nullptr) {
    for (const auto& kept : before->policies) {
      if (!find_in(policies, kept->policy_type())) made->policies.push_back(kept);
    }
  }
  for (const auto& policy : made->policies) {
    if (const auto* const limit = dynamic_cast<const Messaging::RelativeRoundtripTimeoutPolicy*>(&*policy)) {
      made->roundtrip = duration_of(limit->relative_expiry());
    } else if (const auto* const scope = dynamic_cast<const Messaging::SyncScopePolicy*>(&*policy)) {
      made->sync_scope = scope->synchronization();
    } else if (const auto* const way = dynamic_cast<const BiDirPolicy::BidirectionalPolicy*>(&*policy)) {
      made->is_bidirectional = way->value() == BiDirPolicy::BOTH;
    } else if (const auto* const said = dynamic_cast<const QosPolicyObject*>(&*policy)) {
      said->qos.validate(End::client);
      made->qos = said->qos;
    }
  }
  return made;
}

std::shared_ptr<const Overrides> OrbOverrides::of_orb() const {
  const sync::LockGuard lock(mutex_);
  return of_orb_;
}

std::shared_ptr<const Overrides> OrbOverrides::of_this_thread() const {
  for (const auto& [identity, overrides] : overrides_of_thread()) {
    if (identity == identity_) return overrides;
  }
  return nullptr;
}

void OrbOverrides::change_orb(const PolicyList& policies, CORBA::SetOverrideType how,
                              const Interceptors& interceptors) {
  const sync::LockGuard lock(mutex_);
  of_orb_ = Overrides::changed(of_orb_.get(), policies, how, interceptors, Overrides::Scope::others);
  in_use_.store(true, std::memory_order_relaxed);
}

void OrbOverrides::change_this_thread(const PolicyList& policies, CORBA::SetOverrideType how,
                                      const Interceptors& interceptors) {
  const auto before = of_this_thread();
  auto after = Overrides::changed(before.get(), policies, how, interceptors, Overrides::Scope::others);
  auto& all = overrides_of_thread();
  // Also removes the entries of ORBs that no longer exist.
  std::erase_if(all, [this](const auto& each) { return each.first == identity_ || each.first.use_count() == 1; });
  all.emplace_back(identity_, std::move(after));
  in_use_.store(true, std::memory_order_relaxed);
}

EffectiveOverrides effective_overrides(const OrbOverrides& of_orb, const Overrides* of_reference) {
  EffectiveOverrides effective;
  const auto orb = of_orb.are_in_use() ? of_orb.of_orb() : nullptr;
  const auto thread = of_orb.are_in_use() ? of_orb.of_this_thread() : nullptr;
  // The policies that take precedence come last.
  for (const Overrides* const each : {orb.get(), thread.get(), of_reference}) {
    if (each == nullptr) continue;
    if (each->find(Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE)) effective.roundtrip = each->roundtrip;
    if (each->sync_scope) effective.sync_scope = *each->sync_scope;
    if (each->is_bidirectional) effective.is_bidirectional = each->is_bidirectional;
  }
  return effective;
}

object_reference<Policy> effective_policy(const OrbOverrides& of_orb, const Overrides* of_reference, PolicyType type) {
  const auto orb = of_orb.of_orb();
  const auto thread = of_orb.of_this_thread();
  for (const Overrides* const each : {of_reference, thread.get(), orb.get()}) {
    if (each == nullptr) continue;
    if (auto policy = each->find(type)) return policy;
  }
  return nullptr;
}

}  // namespace dimma::orb
