#pragma once
// Asserts that threads use an object one after the other, if it has no lock of its own for that: the caller holds one,
// or is the only thread. Empty if assertions are off.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

namespace dimma {

#if DIMMA_ASSERTIONS && DIMMA_THREADS

// To be a member of such an object, with [[no_unique_address]].
class OneAtATime {
 public:
  // Exists while a thread uses the object. That thread may use the object again meanwhile.
  class [[maybe_unused]] Use {
   public:
    explicit Use(OneAtATime& of) noexcept : of_(of) {
      const void* user = nullptr;
      is_outermost_ = of_.user_.compare_exchange_strong(user, sync::this_thread_mark(), std::memory_order_relaxed);
      const bool is_only_user = is_outermost_ || user == sync::this_thread_mark();
      DIMMA_ASSERT(is_only_user);
    }
    ~Use() {
      if (is_outermost_) of_.user_.store(nullptr, std::memory_order_relaxed);
    }
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    OneAtATime& of_;
    bool is_outermost_;
  };

 private:
  // Relaxed, so that the thread sanitizer does not take it for an order between the threads.
  sync::Atomic<const void*> user_{nullptr};
};

#else

class OneAtATime {
 public:
  class [[maybe_unused]] Use {
   public:
    explicit Use(OneAtATime& /*of*/) noexcept {}
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;
  };
};

#endif

}  // namespace dimma
