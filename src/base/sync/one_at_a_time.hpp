#pragma once
// Asserts that no two threads use an object at the same time. Intended for objects without a lock of their own, whose
// caller holds a lock or is the only thread. Empty if assertions are disabled.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

namespace dimma {

#if DIMMA_ASSERTIONS && DIMMA_THREADS

// Declare it as a member of the object, with [[no_unique_address]].
class OneAtATime {
 public:
  // Exists while a thread uses the object. The same thread may nest such objects.
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
  // Relaxed operations, so that the thread sanitizer does not see this member as synchronisation between the threads.
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
