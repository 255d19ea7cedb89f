#include "unit/common/allocation_counter.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count{0};
std::atomic<std::size_t> octets{0};
}  // namespace

// In a file of its own, so that the compiler cannot see through new and delete where they are counted.
void* operator new(std::size_t size) {
  ++count;
  octets += size;
  if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace dimma::test {
std::size_t allocations() noexcept { return count; }
std::size_t allocated_octets() noexcept { return octets; }
}  // namespace dimma::test
