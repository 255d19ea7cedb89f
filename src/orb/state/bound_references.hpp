#pragma once
// The references of an ORB that have, or had, a channel, so that they can be described. A reference is added when it
// first binds, and removed with its last stub; calls do not access this list.

#include "base/sync/sync.hpp"

#include <functional>
#include <set>

namespace dimma {
class ObjectReference;
}

namespace dimma::orb {

class BoundReferences {
 public:
  void add(ObjectReference& reference) {
    const sync::LockGuard lock(mutex_);
    references_.insert(&reference);
  }
  void forget(ObjectReference& reference) noexcept {
    const sync::LockGuard lock(mutex_);
    references_.erase(&reference);
  }
  // Calls `visit` with the lock held, so `visit` must not release the last stub of a reference.
  void for_each(const std::function<void(ObjectReference&)>& visit) {
    const sync::LockGuard lock(mutex_);
    for (auto* const reference : references_) visit(*reference);
  }

 private:
  sync::Mutex mutex_;
  std::set<ObjectReference*> references_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
