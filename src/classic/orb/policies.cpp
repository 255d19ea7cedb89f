#include "classic/orb/policies.hpp"

#include "classic/exceptions/translation.hpp"
#include "classic/objects/local_wrapper.hpp"
#include "classic/objects/modern.hpp"

#include <dimma/bidirectional.hpp>
#include <dimma/classic/generated/codec.hpp>
#include <dimma/classic/messaging.hpp>
#include <dimma/classic/policies/bidirectional.hpp>
#include <dimma/messaging.hpp>

#include <memory>
#include <utility>

namespace dimma::classic {

namespace CORBA {
Policy::~Policy() = default;
void PolicyError::_encode(Output& out) const { codec<PolicyError>::write(out, *this); }
void InvalidPolicies::_encode(Output& out) const { codec<InvalidPolicies>::write(out, *this); }
}  // namespace CORBA

void codec<CORBA::PolicyError>::write(Output& out, const CORBA::PolicyError& value) { out.put(value.reason); }
void codec<CORBA::PolicyError>::read(Input& in, CORBA::PolicyError& value) { value.reason = in.get<CORBA::Short>(); }
void codec<CORBA::InvalidPolicies>::write(Output& out, const CORBA::InvalidPolicies& value) {
  codec<CORBA::InvalidPolicies::Indices>::write(out, value.indices);
}
void codec<CORBA::InvalidPolicies>::read(Input& in, CORBA::InvalidPolicies& value) {
  codec<CORBA::InvalidPolicies::Indices>::read(in, value.indices);
}

namespace Messaging {
RelativeRoundtripTimeoutPolicy::~RelativeRoundtripTimeoutPolicy() = default;
SyncScopePolicy::~SyncScopePolicy() = default;
}  // namespace Messaging

namespace BiDirPolicy {
BidirectionalPolicy::~BidirectionalPolicy() = default;
}  // namespace BiDirPolicy

namespace {

// Implements the classic interface of a policy, and contains the modern one.
template <class Classic, class Modern>
class WrappedPolicy : public virtual Classic, public LocalWrapper {
 public:
  explicit WrappedPolicy(::CORBA::object_reference<Modern> policy) : policy_(std::move(policy)) {}

  ModernReference modern() const override { return policy_; }
  CORBA::PolicyType policy_type() override {
    return with_classic_exceptions([&] { return policy_->policy_type(); });
  }
  CORBA::Policy_ptr copy() override {
    return with_classic_exceptions([&] { return classic_policy(policy_->copy()); });
  }
  void destroy() override {
    with_classic_exceptions([&] { policy_->destroy(); });
  }

 protected:
  Modern& policy() const { return *policy_; }

 private:
  const ::CORBA::object_reference<Modern> policy_;
};

using AnyPolicy = WrappedPolicy<CORBA::Policy, ::CORBA::Policy>;

using RoundtripBase =
    WrappedPolicy<Messaging::RelativeRoundtripTimeoutPolicy, ::Messaging::RelativeRoundtripTimeoutPolicy>;
class Roundtrip final : public RoundtripBase {
 public:
  using RoundtripBase::RoundtripBase;
  TimeBase::TimeT relative_expiry() override { return policy().relative_expiry(); }
};

using SynchronizationBase = WrappedPolicy<Messaging::SyncScopePolicy, ::Messaging::SyncScopePolicy>;
class Synchronization final : public SynchronizationBase {
 public:
  using SynchronizationBase::SynchronizationBase;
  Messaging::SyncScope synchronization() override { return policy().synchronization(); }
};

using DirectionsBase = WrappedPolicy<BiDirPolicy::BidirectionalPolicy, ::BiDirPolicy::BidirectionalPolicy>;
class Directions final : public DirectionsBase {
 public:
  using DirectionsBase::DirectionsBase;
  BiDirPolicy::BidirectionalPolicyValue value() override { return policy().value(); }
};

}  // namespace

CORBA::Policy_ptr classic_policy(const ::CORBA::object_reference<::CORBA::Policy>& policy) {
  if (!policy) return nullptr;
  if (const auto timeout = ::IDL::traits<::Messaging::RelativeRoundtripTimeoutPolicy>::narrow(policy)) {
    return new Roundtrip(timeout);
  }
  if (const auto scope = ::IDL::traits<::Messaging::SyncScopePolicy>::narrow(policy)) return new Synchronization(scope);
  if (const auto ways = ::IDL::traits<::BiDirPolicy::BidirectionalPolicy>::narrow(policy)) return new Directions(ways);
  return new AnyPolicy(policy);
}

CORBA::PolicyList* classic_policies(const ::CORBA::PolicyList& policies) {
  auto list = std::make_unique<CORBA::PolicyList>(static_cast<CORBA::ULong>(policies.size()));
  list->length(static_cast<CORBA::ULong>(policies.size()));
  CORBA::ULong at = 0;
  for (const auto& policy : policies) (*list)[at++] = classic_policy(policy);
  return list.release();
}

::CORBA::PolicyList modern_policies(const CORBA::PolicyList& policies) {
  ::CORBA::PolicyList list;
  list.reserve(policies.length());
  for (CORBA::ULong i = 0; i != policies.length(); ++i) {
    list.push_back(::IDL::traits<::CORBA::Policy>::narrow(modern_of_any(policies[i])));
  }
  return list;
}

::CORBA::PolicyTypeSeq modern_types(const CORBA::PolicyTypeSeq& types) {
  ::CORBA::PolicyTypeSeq list;
  list.reserve(types.length());
  for (CORBA::ULong i = 0; i != types.length(); ++i) list.push_back(types[i]);
  return list;
}

::CORBA::SetOverrideType modern(CORBA::SetOverrideType how) noexcept {
  return how == CORBA::SET_OVERRIDE ? ::CORBA::SetOverrideType::SET_OVERRIDE : ::CORBA::SetOverrideType::ADD_OVERRIDE;
}

}  // namespace dimma::classic
