#pragma once
// The receive buffers that a connection with buffers=pool(n,size) has reserved for the requests in progress.

#include "base/sync/sync.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace dimma::iiop {

// Thread-safe, because a request may end on any thread.
class ReceiveBufferPool {
 public:
  ReceiveBufferPool(std::size_t count, std::size_t octets_each) : count_(count) {
    buffers_.reserve(count);
    for (std::size_t i = 0; i < count; ++i) buffers_.emplace_back(octets_each, octets_each);
  }

  // Returns nullopt if all buffers are in use.
  std::optional<cdr::Buffer> take() {
    const sync::LockGuard lock(mutex_);
    if (buffers_.empty()) return std::nullopt;
    std::optional<cdr::Buffer> buffer(std::move(buffers_.back()));
    buffers_.pop_back();
    return buffer;
  }
  // Releases a buffer beyond the number reserved, which a nested call may have needed.
  void give_back(cdr::Buffer buffer) noexcept {
    const sync::LockGuard lock(mutex_);
    if (buffers_.size() < count_) buffers_.push_back(std::move(buffer));
  }

 private:
  const std::size_t count_;
  sync::Mutex mutex_;
  std::vector<cdr::Buffer> buffers_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::iiop
