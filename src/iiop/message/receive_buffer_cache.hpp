#pragma once
// Receive buffers for long messages, shared by the connections of a server endpoint. An idle connection holds none, and
// the next long message does not need new pages from the system.

#include "base/sync/sync.hpp"
#include "iiop/message/reserved_pages.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <optional>
#include <vector>

namespace dimma::iiop {

// Thread-safe. Keeps at most octets_max octets. Releases a buffer at the second call of age() after it was given back.
class ReceiveBufferCache {
 public:
  static constexpr std::size_t octets_max = std::size_t{128} << 20;

  // Takes the smallest buffer that has room for `octets` octets, if there is one.
  std::optional<cdr::Buffer> take(std::size_t octets) {
    const sync::LockGuard lock(mutex_);
    auto best = spares_.end();
    for (auto each = spares_.begin(); each != spares_.end(); ++each) {
      const std::size_t capacity = each->buffer.capacity();
      if (capacity >= octets && (best == spares_.end() || capacity < best->buffer.capacity())) best = each;
    }
    if (best == spares_.end()) return std::nullopt;
    std::optional<cdr::Buffer> taken(std::move(best->buffer));
    octets_ -= taken->capacity();
    if (best != spares_.end() - 1) *best = std::move(spares_.back());
    spares_.pop_back();
    return taken;
  }
  // Gives a buffer back. Releases it if the cache has no room for it.
  void give(cdr::Buffer buffer) noexcept {
    const sync::LockGuard lock(mutex_);
    const std::size_t capacity = buffer.capacity();
    if (capacity > octets_max - octets_) return;
    try {
      spares_.push_back({std::move(buffer), false});
      octets_ += capacity;
    } catch (const std::bad_alloc&) {
      // Out of memory. The buffer is released too.
    }
  }

  // Like take() and give(), for the memory of messages in fragments. Takes memory that has at least `room` octets.
  std::optional<ReservedPages> take_reserved(std::size_t room) {
    const sync::LockGuard lock(mutex_);
    const auto found =
        std::ranges::find_if(reserved_, [room](const auto& spare) { return spare.memory.room() >= room; });
    if (found == reserved_.end()) return std::nullopt;
    std::optional<ReservedPages> taken(std::move(found->memory));
    octets_ -= taken->used();
    reserved_.erase(found);
    return taken;
  }
  void give(ReservedPages memory) noexcept {
    const sync::LockGuard lock(mutex_);
    const std::size_t used = memory.used();
    if (used > octets_max - octets_) return;
    try {
      reserved_.push_back({std::move(memory), false});
      octets_ += used;
    } catch (const std::bad_alloc&) {
      // Out of memory. The pages are released too.
    }
  }

  // Releases the buffers that have not been taken since the last call. Returns true if any are left.
  bool age() noexcept {
    const sync::LockGuard lock(mutex_);
    std::erase_if(spares_, [this](const Spare& spare) DIMMA_REQUIRES(mutex_) {
      if (spare.old) octets_ -= spare.buffer.capacity();
      return spare.old;
    });
    std::erase_if(reserved_, [this](const Reserved& spare) DIMMA_REQUIRES(mutex_) {
      if (spare.old) octets_ -= spare.memory.used();
      return spare.old;
    });
    for (Spare& spare : spares_) spare.old = true;
    for (Reserved& spare : reserved_) spare.old = true;
    return !spares_.empty() || !reserved_.empty();
  }

  std::size_t octets() const noexcept {
    const sync::LockGuard lock(mutex_);
    return octets_;
  }

 private:
  struct Spare {
    cdr::Buffer buffer;
    bool old;  // true if it was here at the last call of age()
  };
  struct Reserved {
    ReservedPages memory;
    bool old;
  };
  mutable sync::Mutex mutex_;
  std::vector<Spare> spares_ DIMMA_GUARDED_BY(mutex_);
  std::vector<Reserved> reserved_ DIMMA_GUARDED_BY(mutex_);
  std::size_t octets_ DIMMA_GUARDED_BY(mutex_) = 0;
};

}  // namespace dimma::iiop
