#pragma once
// Decides when memory of many closed connections is returned to the system.

#include "base/give_back.hpp"
#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <algorithm>
#include <cstddef>
#include <memory>

namespace dimma::transport {

// OpenSSL allocates 40 kB for a handshake, which the allocator caches for each thread that has freed some. The cached
// memory is returned to the system when half of the connections have gone since the peak, so at most once for each
// halving. Thread safe.
class MemoryTide {
 public:
  // With fewer connections than this, returning memory does not pay.
  static constexpr std::size_t peak_min = 128;

  explicit MemoryTide(void (*give_back)() noexcept = give_back_to_system) noexcept : give_back_(give_back) {}

  void rise() noexcept {
    const sync::LockGuard lock(mutex_);
    peak_ = std::max(peak_, ++now_);
  }
  void fall() noexcept {
    {
      const sync::LockGuard lock(mutex_);
      DIMMA_ASSERT(now_ != 0);
      if (--now_ > peak_ / 2 || peak_ < peak_min) return;
      peak_ = now_;
    }
    give_back_();
  }

 private:
  void (*const give_back_)() noexcept;
  sync::Mutex mutex_;
  std::size_t now_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t peak_ DIMMA_GUARDED_BY(mutex_) = 0;  // maximum since memory was last returned
};

// Counts one connection until its memory has been freed.
class InTide {
 public:
  InTide() = default;
  explicit InTide(std::shared_ptr<MemoryTide> tide) noexcept : tide_(std::move(tide)) { tide_->rise(); }
  ~InTide() {
    if (tide_) tide_->fall();
  }
  InTide(const InTide&) = delete;
  InTide& operator=(const InTide&) = delete;
  InTide(InTide&& other) noexcept = default;
  InTide& operator=(InTide&& other) noexcept {
    std::swap(tide_, other.tide_);
    return *this;
  }

 private:
  std::shared_ptr<MemoryTide> tide_;
};

}  // namespace dimma::transport
