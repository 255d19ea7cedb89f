#include "orb/poa/managers/adapter_policies.hpp"

#include "base/sync/sync.hpp"
#include "orb/state/qos_policy.hpp"

#include <dimma/minor.hpp>
#include <dimma/poa.hpp>

#include <array>
#include <limits>

namespace dimma::orb {

namespace {

using namespace PortableServer;

// A policy whose only content is a value of an enumeration.
template <class Value, CORBA::PolicyType Type>
class ValuePolicyObject final : public ValuePolicy<Value, Type> {
 public:
  explicit ValuePolicyObject(Value value) noexcept : value_(value) {}
  ~ValuePolicyObject() override = default;
  Value value() const noexcept override { return value_; }
  CORBA::object_reference<CORBA::Policy> copy() override { return CORBA::make_reference<ValuePolicyObject>(value_); }

 private:
  const Value value_;
};

class ExecutorPolicyObject final : public virtual CORBA::Policy {
 public:
  explicit ExecutorPolicyObject(std::shared_ptr<UpcallExecutor> value) noexcept : executor(std::move(value)) {}
  ~ExecutorPolicyObject() override = default;
  CORBA::PolicyType policy_type() override { return UPCALL_EXECUTOR_POLICY_TYPE; }
  CORBA::object_reference<CORBA::Policy> copy() override {
    return CORBA::make_reference<ExecutorPolicyObject>(executor);
  }

  const std::shared_ptr<UpcallExecutor> executor;
};

class AccessPolicyObject final : public virtual CORBA::Policy {
 public:
  explicit AccessPolicyObject(std::shared_ptr<AccessRules> value) noexcept : rules(std::move(value)) {}
  ~AccessPolicyObject() override = default;
  CORBA::PolicyType policy_type() override { return ACCESS_POLICY_TYPE; }
  CORBA::object_reference<CORBA::Policy> copy() override { return CORBA::make_reference<AccessPolicyObject>(rules); }

  const std::shared_ptr<AccessRules> rules;
};

constexpr std::size_t not_given = std::numeric_limits<std::size_t>::max();

// The index in the list at which each policy was given.
struct Given {
  std::size_t lifespan = not_given, uniqueness = not_given, assignment = not_given, implicit = not_given,
              retention = not_given, processing = not_given, thread = not_given, bidirectional = not_given,
              qos = not_given, executor = not_given, access = not_given;
};

const char* name_of(CORBA::PolicyType type) noexcept {
  switch (type) {
    case THREAD_POLICY_ID:
      return "ThreadPolicy";
    case LIFESPAN_POLICY_ID:
      return "LifespanPolicy";
    case ID_UNIQUENESS_POLICY_ID:
      return "IdUniquenessPolicy";
    case ID_ASSIGNMENT_POLICY_ID:
      return "IdAssignmentPolicy";
    case IMPLICIT_ACTIVATION_POLICY_ID:
      return "ImplicitActivationPolicy";
    case SERVANT_RETENTION_POLICY_ID:
      return "ServantRetentionPolicy";
    case REQUEST_PROCESSING_POLICY_ID:
      return "RequestProcessingPolicy";
    case BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE:
      return "BidirectionalPolicy";
    case QOS_POLICY_TYPE:
      return "qos_policy";
    case UPCALL_EXECUTOR_POLICY_TYPE:
      return "upcall_executor_policy";
    case ACCESS_POLICY_TYPE:
      return "access_policy";
    default:
      return nullptr;
  }
}

[[noreturn]] void invalid(const CORBA::PolicyList& list, std::size_t index, const std::string& why) {
  std::string text = "policies[" + std::to_string(index) + "]";
  if (list[index]) {
    const CORBA::PolicyType type = list[index]->policy_type();
    const char* const name = name_of(type);
    text += " (" + (name != nullptr ? std::string(name) : "type " + std::to_string(type)) + ")";
  }
  throw POA::InvalidPolicy(static_cast<std::uint16_t>(index), text + ": " + why);
}

[[noreturn]] void contradicts(const CORBA::PolicyList& list, std::size_t earlier, std::size_t index) {
  invalid(list, index, "contradicts policies[" + std::to_string(earlier) + "], which has the same type");
}

// Takes the policy's value if the policy is a `Kind`. Throws if the same policy was given before with another value.
template <class Kind, class Value>
bool take(const CORBA::PolicyList& list, std::size_t index, Value& value, std::size_t& given_at) {
  const auto* const kind = dynamic_cast<const Kind*>(&*list[index]);
  if (kind == nullptr) return false;
  if (given_at != not_given && value != kind->value()) contradicts(list, given_at, index);
  value = kind->value();
  given_at = index;
  return true;
}

// Throws for the later of two policies in the list unless they are consistent.
void require(bool consistent, const CORBA::PolicyList& list, std::size_t one, std::size_t other, const char* rule) {
  if (consistent) return;
  if (one == not_given) invalid(list, other, rule);
  invalid(list, other == not_given ? one : std::max(one, other), rule);
}

void check(const AdapterPolicies& policies, const CORBA::PolicyList& list, const Given& at) {
  if (sync::has_threads && policies.thread == ThreadPolicyValue::MAIN_THREAD_MODEL) {
    invalid(list, at.thread, "MAIN_THREAD_MODEL is for the build of dimma without threads");
  }
  const bool map_only = !policies.has_default_servant() && !policies.has_servant_manager();
  require(policies.retains() || !map_only, list, at.retention, at.processing,
          "NON_RETAIN needs USE_DEFAULT_SERVANT or USE_SERVANT_MANAGER");
  require(!policies.has_default_servant() || !policies.unique_ids(), list, at.processing, at.uniqueness,
          "USE_DEFAULT_SERVANT needs MULTIPLE_ID");
  require(!policies.activates_implicitly() || policies.system_ids(), list, at.implicit, at.assignment,
          "IMPLICIT_ACTIVATION needs SYSTEM_ID");
  require(!policies.activates_implicitly() || policies.retains(), list, at.implicit, at.retention,
          "IMPLICIT_ACTIVATION needs RETAIN");
}

}  // namespace

AdapterPolicies AdapterPolicies::read(const CORBA::PolicyList& list,
                                      function_ref<bool(CORBA::PolicyType)> is_registered) {
  AdapterPolicies policies;
  Given at;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i]) invalid(list, i, "the policy is nil");
    CORBA::Policy& policy = *list[i];
    if (const auto* const qos = dynamic_cast<const QosPolicyObject*>(&policy)) {
      if (at.qos != not_given && *policies.qos != qos->qos) contradicts(list, at.qos, i);
      qos->qos.validate(End::server);
      policies.qos = qos->qos;
      at.qos = i;
      continue;
    }
    if (const auto* const chosen = dynamic_cast<const ExecutorPolicyObject*>(&policy)) {
      if (at.executor != not_given && policies.executor != chosen->executor) contradicts(list, at.executor, i);
      policies.executor = chosen->executor;
      at.executor = i;
      continue;
    }
    if (const auto* const guarded = dynamic_cast<const AccessPolicyObject*>(&policy)) {
      if (at.access != not_given && policies.access != guarded->rules) contradicts(list, at.access, i);
      policies.access = guarded->rules;
      at.access = i;
      continue;
    }
    const bool known = take<ThreadPolicy>(list, i, policies.thread, at.thread) ||
                       take<LifespanPolicy>(list, i, policies.lifespan, at.lifespan) ||
                       take<IdUniquenessPolicy>(list, i, policies.uniqueness, at.uniqueness) ||
                       take<IdAssignmentPolicy>(list, i, policies.assignment, at.assignment) ||
                       take<ImplicitActivationPolicy>(list, i, policies.implicit, at.implicit) ||
                       take<ServantRetentionPolicy>(list, i, policies.retention, at.retention) ||
                       take<RequestProcessingPolicy>(list, i, policies.processing, at.processing) ||
                       take<BiDirPolicy::BidirectionalPolicy>(list, i, policies.bidirectional, at.bidirectional);
    if (known) continue;
    if (!is_registered(policy.policy_type())) {
      invalid(list, i, "the type is unknown: register a factory for it in an ORBInitializer");
    }
    policies.foreign.push_back(list[i]);
  }
  check(policies, list, at);
  return policies;
}

CORBA::object_reference<CORBA::Policy> AdapterPolicies::find(CORBA::PolicyType type) const {
  switch (type) {
    case THREAD_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<ThreadPolicyValue, THREAD_POLICY_ID>>(thread);
    case LIFESPAN_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<LifespanPolicyValue, LIFESPAN_POLICY_ID>>(lifespan);
    case ID_UNIQUENESS_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<IdUniquenessPolicyValue, ID_UNIQUENESS_POLICY_ID>>(uniqueness);
    case ID_ASSIGNMENT_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<IdAssignmentPolicyValue, ID_ASSIGNMENT_POLICY_ID>>(assignment);
    case IMPLICIT_ACTIVATION_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<ImplicitActivationPolicyValue, IMPLICIT_ACTIVATION_POLICY_ID>>(
          implicit);
    case SERVANT_RETENTION_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<ServantRetentionPolicyValue, SERVANT_RETENTION_POLICY_ID>>(
          retention);
    case REQUEST_PROCESSING_POLICY_ID:
      return CORBA::make_reference<ValuePolicyObject<RequestProcessingPolicyValue, REQUEST_PROCESSING_POLICY_ID>>(
          processing);
    case BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE:
      return make_bidirectional_policy(bidirectional);
    case QOS_POLICY_TYPE:
      return qos ? CORBA::make_reference<QosPolicyObject>(*qos) : nullptr;
    case UPCALL_EXECUTOR_POLICY_TYPE:
      return executor ? CORBA::make_reference<ExecutorPolicyObject>(executor) : nullptr;
    case ACCESS_POLICY_TYPE:
      return access ? CORBA::make_reference<AccessPolicyObject>(access) : nullptr;
    default:
      break;
  }
  for (const auto& policy : foreign) {
    if (policy->policy_type() == type) return policy;
  }
  return nullptr;
}

namespace {

template <class Value, CORBA::PolicyType Type>
CORBA::object_reference<CORBA::Policy> made_of(const CORBA::Any& any, const ValuePolicy<Value, Type>*) {
  Value value{};
  if (!(any >>= value)) {
    throw CORBA::PolicyError(CORBA::BAD_POLICY_TYPE,
                             std::string("a ") + name_of(Type) + " takes a value of its enumeration");
  }
  return CORBA::make_reference<ValuePolicyObject<Value, Type>>(value);
}
template <class Kind>
CORBA::object_reference<CORBA::Policy> made(const CORBA::Any& any) {
  return made_of(any, static_cast<const Kind*>(nullptr));
}

}  // namespace

CORBA::object_reference<CORBA::Policy> make_bidirectional_policy(BiDirPolicy::BidirectionalPolicyValue value) {
  return CORBA::make_reference<
      ValuePolicyObject<BiDirPolicy::BidirectionalPolicyValue, BiDirPolicy::BIDIRECTIONAL_POLICY_TYPE>>(value);
}

CORBA::object_reference<CORBA::Policy> make_adapter_policy(CORBA::PolicyType type, const CORBA::Any& value) {
  switch (type) {
    case THREAD_POLICY_ID:
      return made<ThreadPolicy>(value);
    case LIFESPAN_POLICY_ID:
      return made<LifespanPolicy>(value);
    case ID_UNIQUENESS_POLICY_ID:
      return made<IdUniquenessPolicy>(value);
    case ID_ASSIGNMENT_POLICY_ID:
      return made<IdAssignmentPolicy>(value);
    case IMPLICIT_ACTIVATION_POLICY_ID:
      return made<ImplicitActivationPolicy>(value);
    case SERVANT_RETENTION_POLICY_ID:
      return made<ServantRetentionPolicy>(value);
    case REQUEST_PROCESSING_POLICY_ID:
      return made<RequestProcessingPolicy>(value);
    default:
      return {};
  }
}

AdapterPolicies AdapterPolicies::root() {
  AdapterPolicies policies;
  policies.implicit = ImplicitActivationPolicyValue::IMPLICIT_ACTIVATION;
  return policies;
}

}  // namespace dimma::orb

namespace PortableServer {

using dimma::orb::ValuePolicyObject;

CORBA::object_reference<ThreadPolicy> POA::create_thread_policy(ThreadPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<ThreadPolicyValue, THREAD_POLICY_ID>>(value);
}
CORBA::object_reference<LifespanPolicy> POA::create_lifespan_policy(LifespanPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<LifespanPolicyValue, LIFESPAN_POLICY_ID>>(value);
}
CORBA::object_reference<IdUniquenessPolicy> POA::create_id_uniqueness_policy(IdUniquenessPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<IdUniquenessPolicyValue, ID_UNIQUENESS_POLICY_ID>>(value);
}
CORBA::object_reference<IdAssignmentPolicy> POA::create_id_assignment_policy(IdAssignmentPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<IdAssignmentPolicyValue, ID_ASSIGNMENT_POLICY_ID>>(value);
}
CORBA::object_reference<ImplicitActivationPolicy> POA::create_implicit_activation_policy(
    ImplicitActivationPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<ImplicitActivationPolicyValue, IMPLICIT_ACTIVATION_POLICY_ID>>(value);
}
CORBA::object_reference<ServantRetentionPolicy> POA::create_servant_retention_policy(
    ServantRetentionPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<ServantRetentionPolicyValue, SERVANT_RETENTION_POLICY_ID>>(value);
}
CORBA::object_reference<RequestProcessingPolicy> POA::create_request_processing_policy(
    RequestProcessingPolicyValue value) {
  return CORBA::make_reference<ValuePolicyObject<RequestProcessingPolicyValue, REQUEST_PROCESSING_POLICY_ID>>(value);
}

}  // namespace PortableServer

namespace dimma {

CORBA::object_reference<CORBA::Policy> qos_policy(const EngineeringQoS& qos) {
  try {
    qos.validate(End::client);
  } catch (const QoSError&) {
    qos.validate(End::server);
  }
  return CORBA::make_reference<orb::QosPolicyObject>(qos);
}

CORBA::object_reference<CORBA::Policy> access_policy(std::shared_ptr<AccessRules> rules) {
  if (!rules) throw CORBA::BAD_PARAM(minor::bad_param_policies, CORBA::COMPLETED_NO, "access_policy with nullptr");
  return CORBA::make_reference<orb::AccessPolicyObject>(std::move(rules));
}

CORBA::object_reference<CORBA::Policy> upcall_executor_policy(std::shared_ptr<UpcallExecutor> executor) {
  if (!executor) {
    throw CORBA::BAD_PARAM(minor::bad_param_policies, CORBA::COMPLETED_NO, "upcall_executor_policy with nullptr");
  }
  return CORBA::make_reference<orb::ExecutorPolicyObject>(std::move(executor));
}

}  // namespace dimma
