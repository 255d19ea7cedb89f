// A member that a lock guards is read with the lock if WITH_LOCK is defined, and otherwise without it, which clang's
// analysis has to find.

#include "base/sync/sync.hpp"

namespace {

class Counter {
 public:
  int value() const {
#ifdef WITH_LOCK
    const dimma::sync::LockGuard lock(mutex_);
#endif
    return value_;
  }
  void await_change(int from) {
    dimma::sync::UniqueLock lock(mutex_);
    changed_.wait(lock, [this, from]() DIMMA_REQUIRES(mutex_) { return value_ != from; });
    settle();
  }

 private:
  void settle() DIMMA_REQUIRES(mutex_) { value_ = 0; }

  mutable dimma::sync::Mutex mutex_;
  dimma::sync::Condition changed_;
  int value_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace

int main() {
  Counter counter;
  counter.await_change(counter.value());
}
