#pragma once
// Receive buffers of long messages, which the connections of a server endpoint have one after the other: an idle
// connection has none, and the next long message need not have the system make memory anew, page by page.

#include "base/sync/sync.hpp"
#include "iiop/message/reserved_pages.hpp"

#include <dimma/generated/cdr/encoder.hpp>

#include <algorithm>
#include <cstddef>
#include <new>
#include <optional>
#include <vector>

namespace dimma::iiop {

// Thread safe. Keeps octets_max octets at most. Releases a buffer at the second call of age() after it was given.
class ReceiveBufferCache {
 public:
  static constexpr std::size_t octets_max = std::size_t{128} << 20;

  // Takes the smallest buffer that holds that many octets, if there is one.
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
  // Gives a buffer back. It is released if there is no room for it.
  void give(cdr::Buffer buffer) noexcept {
    const sync::LockGuard lock(mutex_);
    const std::size_t capacity = buffer.capacity();
    if (capacity > octets_max - octets_) return;
    try {
      spares_.push_back({std::move(buffer), false});
      octets_ += capacity;
    } catch (const std::bad_alloc&) {
      // Then it is released too.
    }
  }

  // The same for memory that messages grow in: one with room for that many octets.
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
      // Then it is released too.
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
    bool old;  // when age() was called last
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
