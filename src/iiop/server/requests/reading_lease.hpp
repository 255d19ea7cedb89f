#pragma once
// A thread's right to read a server connection.

#include "base/sync/assert.hpp"
#include "iiop/server/requests/reading_side.hpp"

#include <cstdint>
#include <utility>

namespace dimma::iiop {

// Only one object at a time has the right; it then converts to true. After drop() no thread has it, because the
// connection has ended, or until the connection wakes another thread. Not thread-safe.
class ReadingLease {
 public:
  ReadingLease() noexcept = default;
  // Takes over the reading side, which no other object may have.
  explicit ReadingLease(ReadingSide& side) noexcept : side_(&side), epoch_(side.take_over()) {}
  ReadingLease(ReadingLease&& other) noexcept : side_(std::exchange(other.side_, nullptr)), epoch_(other.epoch_) {}
  ReadingLease& operator=(ReadingLease&& other) noexcept {
    side_ = std::exchange(other.side_, nullptr);
    epoch_ = other.epoch_;
    return *this;
  }

  explicit operator bool() const noexcept { return side_ != nullptr; }

  // Called before and after an upcall, whose duration counts from the monitor's tick `tick`. If the right is given to
  // another thread in the meantime, end_upcall() returns false, and this object has lost the right.
  void begin_upcall(std::uint32_t tick) noexcept { side_->begin_upcall(epoch_, tick); }
  [[gnu::always_inline]] bool end_upcall() noexcept {
    if (side_->end_upcall(epoch_)) return true;
    side_ = nullptr;
    return false;
  }

  void drop() noexcept { side_ = nullptr; }
  // Stops reading, outside an upcall. The next thread that the connection wakes takes over.
  void put_down() noexcept {
    DIMMA_ASSERT(side_ != nullptr);
    std::exchange(side_, nullptr)->put_down();
  }

 private:
  ReadingSide* side_ = nullptr;
  ReadingSide::Epoch epoch_ = 0;
};

}  // namespace dimma::iiop
