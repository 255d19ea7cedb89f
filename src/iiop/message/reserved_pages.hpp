#pragma once
// Address space for the longest permitted message, which the system backs with memory only as it is written to. It
// comes directly from the system: large and mostly unused, it would distort an allocator's estimate of what the program
// needs.

#include <cstddef>
#include <cstring>
#include <span>
#include <utility>

namespace dimma::iiop {

// Not thread-safe. A moved-from object has no room.
class ReservedPages {
 public:
  ReservedPages() noexcept = default;
  // Throws CORBA::NO_MEMORY if the system cannot reserve that much.
  explicit ReservedPages(std::size_t room);
  ReservedPages(ReservedPages&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        room_(std::exchange(other.room_, 0)),
        used_(std::exchange(other.used_, 0)) {}
  ReservedPages& operator=(ReservedPages&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(room_, other.room_);
    std::swap(used_, other.used_);
    return *this;
  }
  ~ReservedPages();

  std::byte* data() noexcept { return data_; }
  const std::byte* data() const noexcept { return data_; }
  std::size_t room() const noexcept { return room_; }
  // The number of octets that have ever been written to.
  std::size_t used() const noexcept { return used_; }
  void use(std::size_t octets) noexcept {
    if (used_ < octets) used_ = octets;
  }
  void put(std::size_t at, std::span<const std::byte> octets) noexcept {
    std::memcpy(data_ + at, octets.data(), octets.size());
    use(at + octets.size());
  }

 private:
  std::byte* data_ = nullptr;
  std::size_t room_ = 0;
  std::size_t used_ = 0;
};

}  // namespace dimma::iiop
