#pragma once
// A queue of octets to be sent over a stream, copied from their original place. They count toward the memory that all
// connections may hold.

#include "base/sync/sync.hpp"
#include "iiop/message/memory_budget.hpp"
#include "transport/transport.hpp"

#include <cstddef>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <sys/uio.h>

namespace dimma::iiop {

// Not thread-safe, except for octets().
class UnsentOctets {
 public:
  // Shuts the stream down if the connections of `budget` need the memory. Both arguments must outlive this object.
  UnsentOctets(const std::shared_ptr<MemoryBudget>& budget, transport::Stream& stream) noexcept
      : budget_(budget), stream_(stream) {}
  ~UnsentOctets();
  UnsentOctets(const UnsentOctets&) = delete;
  UnsentOctets& operator=(const UnsentOctets&) = delete;

  enum class Appended : std::uint8_t { yes, over_limit, no_memory };
  // Appends a copy of the pieces, or nothing: `over_limit` if all connections together have reached their limit and
  // this one holds the most, `no_memory` if the process is out of memory.
  Appended append(std::span<const iovec> pieces) noexcept;

  bool empty() const noexcept { return queue_.empty(); }
  std::size_t octets() const noexcept { return octets_.load(std::memory_order_relaxed); }
  // Fills `places` with the next octets to be sent, and returns the part of `places` that was filled. Requires that the
  // queue is not empty.
  std::span<iovec> pieces(std::span<iovec> places) noexcept;
  // Removes `octets` octets from the beginning.
  void sent(std::size_t octets) noexcept;
  void clear() noexcept;

 private:
  bool account_for(std::size_t octets);

  const std::shared_ptr<MemoryBudget>& budget_;
  transport::Stream& stream_;
  std::list<std::vector<std::byte>> queue_;
  std::size_t sent_of_first_ = 0;
  sync::Atomic<std::size_t> octets_{0};
  std::shared_ptr<MemoryShare> memory_;  // made when octets are first appended
  std::optional<MemoryLease> lease_;     // the part of memory_ that the queue holds
};

}  // namespace dimma::iiop
