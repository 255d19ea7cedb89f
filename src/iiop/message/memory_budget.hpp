#pragma once
// Limits the memory that the connections of an ORB hold for messages: each, and all together.
//
// The ordinary buffers of a connection are neither counted nor refused. Other memory is counted: long messages and
// their fragments, octets that wait after them, requests that are kept while they are served, and replies that the
// client has not taken. When all connections together reach their limit, the one that holds the most is ended, which
// may be the one that needs more.

#include "base/sync/sync.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::iiop {

class MemoryLease;
class MemoryShare;

// An ORB's budget. Thread-safe.
class MemoryBudget {
 public:
  MemoryBudget(std::size_t connection_octets_max, std::size_t octets_max) noexcept
      : connection_octets_max_(connection_octets_max), octets_max_(octets_max) {}

  std::size_t connection_octets_max() const noexcept { return connection_octets_max_; }
  std::size_t octets_max() const noexcept { return octets_max_; }
  std::size_t octets() const noexcept;
  std::size_t octets_peak() const noexcept;          // the maximum so far
  std::uint64_t refusals() const noexcept;           // requests for memory by connections that had reached a limit
  std::uint64_t connections_ended() const noexcept;  // connections that held the most and were ended for the others

 private:
  friend class MemoryShare;
  friend class MemoryLease;
  bool resize(MemoryShare& share, std::size_t from, std::size_t to) noexcept DIMMA_EXCLUDES(mutex_);
  bool make_room_locked(const MemoryShare& for_share, std::size_t octets) noexcept DIMMA_REQUIRES(mutex_);
  bool list_locked(MemoryShare& share) noexcept DIMMA_REQUIRES(mutex_);

  const std::size_t connection_octets_max_;
  const std::size_t octets_max_;
  mutable sync::Mutex mutex_;
  std::vector<MemoryShare*> shares_ DIMMA_GUARDED_BY(mutex_);  // those that hold octets
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t octets_peak_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::size_t octets_leaving_ DIMMA_GUARDED_BY(mutex_) = 0;  // still held by connections that were ended
  std::uint64_t refusals_ DIMMA_GUARDED_BY(mutex_) = 0;
  std::uint64_t ended_ DIMMA_GUARDED_BY(mutex_) = 0;
};

// The memory that one connection holds in one direction. Owned by shared_ptr: a request that is kept may outlive its
// connection.
class MemoryShare {
 public:
  // `end` ends the connection. It may be called on any thread until retire(), and must not block or use the budget.
  MemoryShare(std::shared_ptr<MemoryBudget> budget, std::function<void()> end)
      : MemoryShare(budget, budget->connection_octets_max(), std::move(end)) {}
  // Uses `octets_max` instead of the budget's limit for a connection.
  MemoryShare(std::shared_ptr<MemoryBudget> budget, std::size_t octets_max, std::function<void()> end)
      : budget_(std::move(budget)), octets_max_(octets_max), end_(std::move(end)) {}
  ~MemoryShare() = default;
  MemoryShare(const MemoryShare&) = delete;
  MemoryShare& operator=(const MemoryShare&) = delete;

  // Called when the connection is about to be destroyed.
  void retire() noexcept;
  std::size_t octets() const noexcept { return octets_.load(std::memory_order_relaxed); }
  // True if the share's own limit allows `octets` more octets.
  bool has_room_for(std::size_t octets) const noexcept { return this->octets() + octets <= octets_max_; }
  const MemoryBudget& budget() const noexcept { return *budget_; }

 private:
  friend class MemoryBudget;
  friend class MemoryLease;

  const std::shared_ptr<MemoryBudget> budget_;
  const std::size_t octets_max_;
  // Guarded by the lock of budget_. Changes of octets_ hold that lock too.
  std::function<void()> end_;
  bool is_ended_ = false;
  sync::Atomic<std::size_t> octets_{0};
};

// Holds octets of a share, and gives them back when it is destroyed. Not thread-safe.
class MemoryLease {
 public:
  MemoryLease() noexcept = default;
  explicit MemoryLease(std::shared_ptr<MemoryShare> share) noexcept : share_(std::move(share)) {}
  MemoryLease(MemoryLease&& other) noexcept
      : share_(std::move(other.share_)), octets_(std::exchange(other.octets_, 0)) {}
  MemoryLease& operator=(MemoryLease&&) = delete;
  ~MemoryLease() { resize(0); }

  std::size_t octets() const noexcept { return octets_; }
  // Returns false, and changes nothing, if a limit is reached. Never fails for fewer octets than before.
  bool resize(std::size_t octets) noexcept {
    if (octets == octets_ || !share_) return true;
    if (!share_->budget_->resize(*share_, octets_, octets)) return false;
    octets_ = octets;
    return true;
  }
  // Splits off `octets` octets, or all if there are fewer, for another holder.
  MemoryLease split(std::size_t octets) noexcept {
    MemoryLease part(share_);
    part.octets_ = octets < octets_ ? octets : octets_;
    octets_ -= part.octets_;
    return part;
  }

 private:
  std::shared_ptr<MemoryShare> share_;  // nullptr: nothing is counted
  std::size_t octets_ = 0;
};

}  // namespace dimma::iiop
