#pragma once
// The access rules of an ORB, if any.

#include "base/sync/sync.hpp"

#include <dimma/access.hpp>

#include <memory>
#include <string>

namespace dimma::orb {

class AccessControl {
 public:
  AccessControl() = default;
  // Reads the rules from the file; an empty path means no rules. Throws CORBA::BAD_PARAM, whose detail names the
  // position.
  explicit AccessControl(const std::string& path);

  // Returns true if rules of the ORB or of one of its POAs may apply to a request.
  bool in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

  // Returns nullptr if the ORB has no rules.
  std::shared_ptr<AccessRules> rules() const {
    const sync::LockGuard lock(mutex_);
    return rules_;
  }
  void rules(std::shared_ptr<AccessRules> rules) noexcept {
    {
      const sync::LockGuard lock(mutex_);
      rules_.swap(rules);
      if (rules_) in_use_.store(true);
    }
  }
  // Called when rules are set for a POA.
  void use() noexcept { in_use_.store(true); }

 private:
  mutable sync::Mutex mutex_;
  std::shared_ptr<AccessRules> rules_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> in_use_{false};  // never reset
};

}  // namespace dimma::orb
