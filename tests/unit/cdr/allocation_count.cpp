#include "allocation_count.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> octets{0};
}

namespace dimma::test {
std::size_t allocated_octets() noexcept { return octets; }
}  // namespace dimma::test

void* operator new(std::size_t size) {
  octets += size;
  if (void* const block = std::malloc(size == 0 ? 1 : size)) return block;
  throw std::bad_alloc();
}
void operator delete(void* block) noexcept { std::free(block); }
void operator delete(void* block, std::size_t) noexcept { std::free(block); }
