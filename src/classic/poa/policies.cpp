#include "classic/poa/policies.hpp"

#include "classic/orb/policies.hpp"
#include "classic/poa/wrapper.hpp"

#include <dimma/classic/poa.hpp>

#include <algorithm>

namespace dimma::classic {

namespace {

// Interface is the classic policy, Value its enumeration. The enumerators of the two mappings have the same order.
template <class Interface, class Value, class Modern>
class PoaPolicy final : public Wrapper<Interface, Modern> {
 public:
  using Wrapper<Interface, Modern>::Wrapper;

  Value value() override { return static_cast<Value>(this->object().value()); }
  CORBA::PolicyType policy_type() override { return this->object().policy_type(); }
  CORBA::Policy_ptr copy() override {
    return CORBA::Policy::_narrow(CORBA::Object_var(wrap_poa_policy(this->object().copy())).in());
  }
  void destroy() override {}
};

#define DIMMA_CLASSIC_POA_POLICIES(DO) \
  DO(ThreadPolicy)                     \
  DO(LifespanPolicy)                   \
  DO(IdUniquenessPolicy)               \
  DO(IdAssignmentPolicy) DO(ImplicitActivationPolicy) DO(ServantRetentionPolicy) DO(RequestProcessingPolicy)

#define DIMMA_CLASSIC_WRAPPED(NAME) \
  using NAME = PoaPolicy<PortableServer::NAME, PortableServer::NAME##Value, ::PortableServer::NAME>;
DIMMA_CLASSIC_POA_POLICIES(DIMMA_CLASSIC_WRAPPED)
#undef DIMMA_CLASSIC_WRAPPED

}  // namespace

#define DIMMA_CLASSIC_WRAP(NAME)                                                                            \
  PortableServer::NAME##_ptr wrap_policy(const ::CORBA::object_reference<::PortableServer::NAME>& policy) { \
    return policy ? new NAME(policy) : nullptr;                                                             \
  }
DIMMA_CLASSIC_POA_POLICIES(DIMMA_CLASSIC_WRAP)
#undef DIMMA_CLASSIC_WRAP

CORBA::Object* wrap_poa_policy(const ModernReference& local) {
#define DIMMA_CLASSIC_TRY(NAME) \
  if (auto policy = ::IDL::traits<::PortableServer::NAME>::narrow(local)) return wrap_policy(policy);
  DIMMA_CLASSIC_POA_POLICIES(DIMMA_CLASSIC_TRY)
#undef DIMMA_CLASSIC_TRY
  return nullptr;
}

::CORBA::PolicyList policies_of_poa(const CORBA::PolicyList& policies) {
  auto modern = modern_policies(policies);
  const auto unknown = std::find_if(modern.begin(), modern.end(), [](const auto& policy) { return !policy; });
  if (unknown == modern.end()) return modern;
  throw PortableServer::POA::InvalidPolicy(static_cast<CORBA::UShort>(unknown - modern.begin()));
}

}  // namespace dimma::classic
