#include "orb/lifecycle/operations/create_policy.hpp"

#include "base/sync/sync.hpp"
#include "orb/poa/managers/adapter_policies.hpp"

#include <dimma/messaging.hpp>

#include <string>

namespace dimma::orb {

namespace {

using CORBA::object_reference;
using CORBA::Policy;
using CORBA::PolicyType;

class RoundtripPolicy final : public Messaging::RelativeRoundtripTimeoutPolicy {
 public:
  explicit RoundtripPolicy(TimeBase::TimeT expiry) noexcept : expiry_(expiry) {}
  ~RoundtripPolicy() override = default;
  PolicyType policy_type() override { return Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE; }
  object_reference<Policy> copy() override { return CORBA::make_reference<RoundtripPolicy>(expiry_); }
  TimeBase::TimeT relative_expiry() const noexcept override { return expiry_; }

 private:
  const TimeBase::TimeT expiry_;
};

class ScopePolicy final : public Messaging::SyncScopePolicy {
 public:
  explicit ScopePolicy(Messaging::SyncScope scope) noexcept : scope_(scope) {}
  ~ScopePolicy() override = default;
  PolicyType policy_type() override { return Messaging::SYNC_SCOPE_POLICY_TYPE; }
  object_reference<Policy> copy() override { return CORBA::make_reference<ScopePolicy>(scope_); }
  Messaging::SyncScope synchronization() const noexcept override { return scope_; }

 private:
  const Messaging::SyncScope scope_;
};

object_reference<Policy> bidirectional_policy(const CORBA::Any& value) {
  BiDirPolicy::BidirectionalPolicyValue way = 0;
  if (!(value >>= way)) {
    throw CORBA::PolicyError(CORBA::BAD_POLICY_TYPE, "a BidirectionalPolicy takes an unsigned short");
  }
  if (way != BiDirPolicy::NORMAL && way != BiDirPolicy::BOTH) {
    throw CORBA::PolicyError(CORBA::BAD_POLICY_VALUE,
                             "there is no BidirectionalPolicyValue " + std::to_string(way) + ": NORMAL is 0, BOTH 1");
  }
  if (!sync::has_threads && way == BiDirPolicy::BOTH) {
    throw CORBA::PolicyError(CORBA::UNSUPPORTED_POLICY_VALUE,
                             "BiDirPolicy::BOTH needs threads, which this build of dimma does not have");
  }
  return make_bidirectional_policy(way);
}

}  // namespace

object_reference<Policy> make_policy(PolicyType type, const CORBA::Any& value) {
  switch (type) {
    case Messaging::RELATIVE_RT_TIMEOUT_POLICY_TYPE: {
      TimeBase::TimeT expiry = 0;
      if (!(value >>= expiry)) {
        throw CORBA::PolicyError(CORBA::BAD_POLICY_TYPE, "a RelativeRoundtripTimeoutPolicy takes a TimeBase::TimeT");
      }
      return CORBA::make_reference<RoundtripPolicy>(expiry);
    }
    case Messaging::SYNC_SCOPE_POLICY_TYPE: {
      Messaging::SyncScope scope = 0;
      if (!(value >>= scope)) {
        throw CORBA::PolicyError(CORBA::BAD_POLICY_TYPE, "a SyncScopePolicy takes a Messaging::SyncScope");
      }
      if (scope < Messaging::SYNC_NONE || scope > Messaging::SYNC_WITH_TARGET) {
        throw CORBA::PolicyError(CORBA::BAD_POLICY_VALUE, "there is no SyncScope " + std::to_string(scope));
      }
      return CORBA::make_reference<ScopePolicy>(scope);
    }
    case BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE:
      return bidirectional_policy(value);
    default:
      if (auto policy = make_adapter_policy(type, value)) return policy;
      // Policy types of the OMG (CORBA 3.3 part 1, appendix B) are known but not supported.
      const bool is_omgs = type <= Messaging::QUEUE_ORDER_POLICY_TYPE;
      throw CORBA::PolicyError(
          is_omgs ? CORBA::UNSUPPORTED_POLICY : CORBA::BAD_POLICY,
          "policies of type " + std::to_string(type) +
              (is_omgs ? " are not supported" : " are unknown: register a factory for them in an ORBInitializer"));
  }
}

}  // namespace dimma::orb
