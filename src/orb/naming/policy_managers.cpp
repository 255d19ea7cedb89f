#include "orb/naming/policy_managers.hpp"

#include "orb/state/orb_state.hpp"

#include <utility>

namespace dimma::orb {

namespace {

using CORBA::PolicyList;

class OrbPolicies final : public CORBA::PolicyManager {
 public:
  explicit OrbPolicies(std::shared_ptr<OrbState> orb) : orb_(std::move(orb)) {}
  ~OrbPolicies() override = default;
  PolicyList get_policy_overrides(const CORBA::PolicyTypeSeq& types) override {
    const auto overrides = orb_->overrides().of_orb();
    return overrides ? overrides->select(types) : PolicyList();
  }
  void set_policy_overrides(const PolicyList& policies, CORBA::SetOverrideType how) override {
    orb_->overrides().change_orb(policies, how, orb_->interceptors());
  }

 private:
  const std::shared_ptr<OrbState> orb_;
};

class ThreadPolicies final : public CORBA::PolicyCurrent {
 public:
  explicit ThreadPolicies(std::shared_ptr<OrbState> orb) : orb_(std::move(orb)) {}
  ~ThreadPolicies() override = default;
  PolicyList get_policy_overrides(const CORBA::PolicyTypeSeq& types) override {
    const auto overrides = orb_->overrides().of_this_thread();
    return overrides ? overrides->select(types) : PolicyList();
  }
  void set_policy_overrides(const PolicyList& policies, CORBA::SetOverrideType how) override {
    orb_->overrides().change_this_thread(policies, how, orb_->interceptors());
  }

 private:
  const std::shared_ptr<OrbState> orb_;
};

}  // namespace

CORBA::object_reference<CORBA::Object> make_policy_manager(std::shared_ptr<OrbState> orb) {
  return CORBA::make_reference<OrbPolicies>(std::move(orb));
}
CORBA::object_reference<CORBA::Object> make_policy_current(std::shared_ptr<OrbState> orb) {
  return CORBA::make_reference<ThreadPolicies>(std::move(orb));
}

}  // namespace dimma::orb
