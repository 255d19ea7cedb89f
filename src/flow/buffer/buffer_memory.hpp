#pragma once
// The memory of a message buffer:
//
//   offset  octets
//        0       8  mark: the buffer is complete
//        8       4  version
//       12       4  slots
//       16       8  octets of the longest value
//       24       8  number of the values' type
//       32       4  1: a queue
//       64       8  written: the number of the newest value, from 1
//      128       4  1: a reader sleeps until there is a newer value
//      192       8  confirmed: the highest number that a reader has taken
//      200       4  1: the writer sleeps until there is a higher confirmed number
//      256          slots, each of 64 octets and those of a value, up to a multiple of 64
//                   0  8  2n+1 while value n is being written, 2n+2 once it is complete
//                   8  8  octets of the value
//
// Value n is in slot n modulo their number. A reader copies the value and then checks that the slot's number is still
// the same. A queue has one slot more than the values that it keeps, and a buffer of the latest value has three more,
// so that a reader has time to copy a value before its slot is used again.

#include "reactor/descriptor.hpp"
#include "transport/shm/shared_word.hpp"

#include <dimma/message_buffer.hpp>

namespace dimma::flow {

using transport::SharedFlag;
using transport::SharedWord;

struct BufferHead {
  SharedWord<std::uint64_t> mark;
  std::uint32_t version;
  std::uint32_t slots;
  std::uint64_t octets_max;
  std::uint64_t type;
  std::uint32_t is_queue;
  alignas(64) SharedWord<std::uint64_t> written;
  alignas(64) SharedFlag reader_waits;
  alignas(64) SharedWord<std::uint64_t> confirmed;
  SharedFlag writer_waits;
};
struct alignas(64) BufferSlot {
  SharedWord<std::uint64_t> mark;
  std::uint64_t octets;
};
static_assert(offsetof(BufferHead, written) == 64 && offsetof(BufferHead, confirmed) == 192);
static_assert(sizeof(BufferHead) == 256 && sizeof(BufferSlot) == 64);

constexpr std::size_t slot_octets(std::size_t octets_max) noexcept {
  return sizeof(BufferSlot) + ((octets_max + 63) & ~std::size_t{63});
}
constexpr std::size_t memory_octets(std::size_t slots, std::size_t octets_max) noexcept {
  return sizeof(BufferHead) + slots * slot_octets(octets_max);
}

// Maps the file's memory into this process.
class BufferMapping {
 public:
  // Throws std::system_error.
  BufferMapping(int file, std::size_t octets);
  ~BufferMapping();
  BufferMapping(const BufferMapping&) = delete;
  BufferMapping& operator=(const BufferMapping&) = delete;

  BufferHead& head() const noexcept { return *static_cast<BufferHead*>(memory_); }
  BufferSlot& slot(std::uint64_t number, std::uint32_t slots, std::size_t octets_max) const noexcept {
    auto* const first = static_cast<std::byte*>(memory_) + sizeof(BufferHead);
    return *reinterpret_cast<BufferSlot*>(first + (number % slots) * slot_octets(octets_max));
  }

 private:
  void* const memory_;
  const std::size_t octets_;
};

class SharedBuffer final : public detail::BufferMemory {
 public:
  // Reads the head only once, so that later changes in the memory have no effect.
  SharedBuffer(reactor::Descriptor file, std::unique_ptr<BufferMapping> mapping, std::uint32_t slots,
               std::size_t octets_max, bool is_queue)
      : file_(std::move(file)),
        mapping_(std::move(mapping)),
        slots_(slots),
        octets_max_(octets_max),
        is_queue_(is_queue) {}

  std::uint64_t newest() const noexcept override { return head().written.load(); }
  std::uint64_t oldest() const noexcept override {
    const std::uint64_t newest = this->newest();
    return newest >= slots_ ? newest - slots_ + 2 : 1;
  }
  std::size_t octets_max() const noexcept override { return octets_max_; }
  bool is_queue() const noexcept override { return is_queue_; }

  void put(std::span<const std::byte> value) noexcept override;
  bool get(std::uint64_t number, cdr::Buffer& into, std::size_t& octets) const override;
  bool await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept override;
  void confirm(std::uint64_t number) noexcept override;
  bool await_confirmed(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept override;

 private:
  BufferHead& head() const noexcept { return mapping_->head(); }
  BufferSlot& slot_of(std::uint64_t number) const noexcept { return mapping_->slot(number, slots_, octets_max_); }

  const reactor::Descriptor file_;  // locked by the writer while open
  const std::unique_ptr<BufferMapping> mapping_;
  const std::uint32_t slots_;
  const std::size_t octets_max_;
  const bool is_queue_;
};

}  // namespace dimma::flow
