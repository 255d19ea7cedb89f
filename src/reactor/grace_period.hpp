#pragma once
// Keeps what was retired until no thread that may still use it is left.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace dimma::reactor {

// Visits belong to one of two phases. A retired object waits until the phase has been changed after it, and the visits
// of the phase before the change have ended. All functions may be called from any thread.
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

  // Released when every visit that has begun by now has ended; at once when there is none.
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
      if (retired_.empty() && awaiting_.empty()) [[likely]]
        return;
    }
    release();
  }
  [[gnu::cold]] void release() noexcept;
  Objects advance() noexcept DIMMA_REQUIRES(mutex_);

  sync::Mutex mutex_;
  std::size_t phase_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::array<std::size_t, 2> visits_ DIMMA_GUARDED_BY(mutex_){};
  Objects retired_ DIMMA_GUARDED_BY(mutex_);   // since the phase was changed
  Objects awaiting_ DIMMA_GUARDED_BY(mutex_);  // before that: released when the other phase has no visit
};

}  // namespace dimma::reactor
