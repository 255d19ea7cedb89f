#pragma once
// The references of an ORB that have, or had, a channel, for describing it. A reference enters when it first binds and
// leaves with its last stub; calls do not touch it.

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
  // No reference is removed meanwhile: `visit` must not release one.
  void for_each(const std::function<void(ObjectReference&)>& visit) {
    const sync::LockGuard lock(mutex_);
    for (auto* const reference : references_) visit(*reference);
  }

 private:
  sync::Mutex mutex_;
  std::set<ObjectReference*> references_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
