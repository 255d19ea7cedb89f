#pragma once
// Octets that wait to be sent over a stream, copied from where they lay. They count toward what all connections may
// hold.

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

// Not thread safe, except for octets().
class UnsentOctets {
 public:
  // The stream is shut down if the connections of `budget` need the memory. Both must outlive this object.
  UnsentOctets(const std::shared_ptr<MemoryBudget>& budget, transport::Stream& stream) noexcept
      : budget_(budget), stream_(stream) {}
  ~UnsentOctets();
  UnsentOctets(const UnsentOctets&) = delete;
  UnsentOctets& operator=(const UnsentOctets&) = delete;

  enum class Appended : std::uint8_t { yes, over_limit, no_memory };
  // Copies the pieces to the end. Otherwise keeps nothing: all connections hold as much as they may, and this one the
  // most; or the process has no memory.
  Appended append(std::span<const iovec> pieces) noexcept;

  bool empty() const noexcept { return queue_.empty(); }
  std::size_t octets() const noexcept { return octets_.load(std::memory_order_relaxed); }
  // Fills `places` with the next octets to be sent, and returns the part of it that was filled. Requires that there are
  // any.
  std::span<iovec> pieces(std::span<iovec> places) noexcept;
  // Removes that many octets from the beginning.
  void sent(std::size_t octets) noexcept;
  void clear() noexcept;

 private:
  bool account_for(std::size_t octets);

  const std::shared_ptr<MemoryBudget>& budget_;
  transport::Stream& stream_;
  std::list<std::vector<std::byte>> queue_;
  std::size_t sent_of_first_ = 0;
  sync::Atomic<std::size_t> octets_{0};
  std::shared_ptr<MemoryShare> memory_;  // since something was appended first
  std::optional<MemoryLease> lease_;     // the queue's part of that memory
};

}  // namespace dimma::iiop
