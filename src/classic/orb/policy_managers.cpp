#include "classic/orb/policy_managers.hpp"

#include "classic/exceptions/translation.hpp"
#include "classic/objects/local_wrapper.hpp"
#include "classic/orb/policies.hpp"

#include <utility>

namespace dimma::classic {

namespace CORBA {
PolicyManager::~PolicyManager() = default;
Current::~Current() = default;
PolicyCurrent::~PolicyCurrent() = default;
}  // namespace CORBA

namespace {

CORBA::InvalidPolicies classic_of(const ::CORBA::InvalidPolicies& exception) {
  CORBA::InvalidPolicies made;
  made.indices.length(static_cast<CORBA::ULong>(exception.indices().size()));
  CORBA::ULong at = 0;
  for (const auto index : exception.indices()) made.indices[at++] = index;
  return made;
}

// Implements the classic interface of a policy manager, and contains the modern one.
template <class Classic>
class WrappedManager final : public virtual Classic, public LocalWrapper {
 public:
  explicit WrappedManager(::CORBA::object_reference<::CORBA::PolicyManager> manager) : manager_(std::move(manager)) {}

  ModernReference modern() const override { return manager_; }
  CORBA::PolicyList* get_policy_overrides(const CORBA::PolicyTypeSeq& types) override {
    return with_classic_exceptions(
        [&] { return classic_policies(manager_->get_policy_overrides(modern_types(types))); });
  }
  void set_policy_overrides(const CORBA::PolicyList& policies, CORBA::SetOverrideType how) override {
    with_classic_exceptions([&] {
      try {
        manager_->set_policy_overrides(modern_policies(policies), classic::modern(how));
      } catch (const ::CORBA::InvalidPolicies& exception) {
        throw classic_of(exception);
      }
    });
  }

 private:
  const ::CORBA::object_reference<::CORBA::PolicyManager> manager_;
};

}  // namespace

CORBA::PolicyManager_ptr classic_manager(const ::CORBA::object_reference<::CORBA::PolicyManager>& manager) {
  return new WrappedManager<CORBA::PolicyManager>(manager);
}

CORBA::PolicyCurrent_ptr classic_current(const ::CORBA::object_reference<::CORBA::PolicyCurrent>& current) {
  return new WrappedManager<CORBA::PolicyCurrent>(current);
}

}  // namespace dimma::classic
