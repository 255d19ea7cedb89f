#pragma once
// The access rules of an ORB, if it has any.

#include "base/sync/sync.hpp"

#include <dimma/access.hpp>

#include <memory>
#include <string>

namespace dimma::orb {

class AccessControl {
 public:
  AccessControl() = default;
  // Reads the rules of the file, none if the path is empty. Throws CORBA::BAD_PARAM that names the place in the file.
  explicit AccessControl(const std::string& path);

  // True if a request may be subject to rules, of the ORB or of one of its POAs.
  bool in_use() const noexcept { return in_use_.load(std::memory_order_relaxed); }

  // Returns nullptr if there are no rules.
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
  // Called when a POA has rules.
  void use() noexcept { in_use_.store(true); }

 private:
  mutable sync::Mutex mutex_;
  std::shared_ptr<AccessRules> rules_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> in_use_{false};  // stays, once it is set
};

}  // namespace dimma::orb
