// A counter that is read with its lock held, and written after the lock was released.

#include "base/sync/sync.hpp"
#include "simulation/scenario.hpp"

namespace dimma::simulation {
namespace {

class Counter {
 public:
  void add() {
    mutex_.lock();
    const int before = value_;
    mutex_.unlock();
    mutex_.lock();
    value_ = before + 1;
    mutex_.unlock();
  }
  int value() const { return value_; }

 private:
  sync::Mutex mutex_;
  int value_ = 0;
};

const Registered planted_early_unlock("planted.early_unlock", "a lock is released between reading and writing", [] {
  Counter counter;
  sync::Thread thread([&] { counter.add(); });
  counter.add();
  thread.join();
  check(counter.value() == 2, "each addition counts");
});

}  // namespace
}  // namespace dimma::simulation
