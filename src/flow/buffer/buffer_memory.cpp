#include "flow/buffer/buffer_memory.hpp"

#include "flow/buffer/buffer_wait.hpp"

#include <cerrno>
#include <cstring>
#include <system_error>

#include <sys/mman.h>

namespace dimma::flow {

namespace {

constexpr std::uint64_t written_mark(std::uint64_t number) noexcept { return 2 * number + 2; }

void wake(SharedFlag& flag) noexcept {
  if (is_awaited(flag)) transport::wake_all(flag);
}

}  // namespace

BufferMapping::BufferMapping(int file, std::size_t octets)
    : memory_(::mmap(nullptr, octets, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)), octets_(octets) {
  if (memory_ == MAP_FAILED) throw std::system_error(errno, std::generic_category());
}
BufferMapping::~BufferMapping() { ::munmap(memory_, octets_); }

void SharedBuffer::put(std::span<const std::byte> value) noexcept {
  const std::uint64_t number = newest() + 1;
  BufferSlot& slot = slot_of(number);
  slot.mark.store(written_mark(number) - 1);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  slot.octets = value.size();
  std::memcpy(&slot + 1, value.data(), value.size());
  slot.mark.store(written_mark(number));
  head().written.store(number);
  wake(head().reader_waits);
}

bool SharedBuffer::get(std::uint64_t number, cdr::Buffer& into, std::size_t& octets) const {
  BufferSlot& slot = slot_of(number);
  if (slot.mark.load() != written_mark(number)) return false;
  octets = slot.octets;
  if (octets > octets_max_) return false;
  if (into.capacity() < octets) into.grow(octets, 0);
  std::memcpy(into.data(), &slot + 1, octets);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  return slot.mark.load() == written_mark(number);
}

bool SharedBuffer::await_newer(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept {
  return await(head().reader_waits, patience, [&] { return newest() > number; });
}

void SharedBuffer::confirm(std::uint64_t number) noexcept {
  std::uint64_t* const word = head().confirmed.address();
  std::uint64_t known = __atomic_load_n(word, __ATOMIC_SEQ_CST);
  while (known < number &&
         !__atomic_compare_exchange_n(word, &known, number, true, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
  }
  wake(head().writer_waits);
}

bool SharedBuffer::await_confirmed(std::uint64_t number, std::chrono::nanoseconds patience) const noexcept {
  return await(head().writer_waits, patience, [&] { return head().confirmed.load() >= number; });
}

}  // namespace dimma::flow
