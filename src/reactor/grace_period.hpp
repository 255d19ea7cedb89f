#pragma once
// Keeps retired objects until no thread can still be using them.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::reactor {

// A visit belongs to one of two phases. A retired object waits until the phase has changed, and all visits of the
// previous phase have ended. Thread-safe.
class GracePeriod {
 public:
  class Visit {
   public:
    explicit Visit(GracePeriod& of) noexcept : of_(of), phase_(of.enter()) {}
    ~Visit() { of_.leave(phase_); }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;

   private:
    GracePeriod& of_;
    const std::size_t phase_;
  };

  // Releases the object when every visit that is in progress now has ended; at once if there is none.
  void retire(std::shared_ptr<void> object) noexcept;

 private:
  using Objects = std::vector<std::shared_ptr<void>>;

  std::size_t enter() noexcept {
    const sync::LockGuard lock(mutex_);
    ++visits_[phase_];
    return phase_;
  }
  void leave(std::size_t phase) noexcept {
    {
      const sync::LockGuard lock(mutex_);
      DIMMA_ASSERT(visits_[phase] != 0);
      --visits_[phase];
      if (retired_.empty() && awaiting_.empty()) return;
    }
    release();
  }
  [[gnu::cold]] void release() noexcept;
  Objects advance() noexcept DIMMA_REQUIRES(mutex_);

  sync::Mutex mutex_;
  std::size_t phase_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::array<std::size_t, 2> visits_ DIMMA_GUARDED_BY(mutex_){};
  Objects retired_ DIMMA_GUARDED_BY(mutex_);   // retired since the last change of the phase
  Objects awaiting_ DIMMA_GUARDED_BY(mutex_);  // retired before; released when the other phase has no visits
};

}  // namespace dimma::reactor
