#include "unit/common/refused_buffers.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local int refusing = 0;

void* allocate(std::size_t size, std::align_val_t alignment) noexcept {
  if (refusing != 0) return nullptr;
  const auto unit = static_cast<std::size_t>(alignment);
  return std::aligned_alloc(unit, (size + unit - 1) / unit * unit);
}
}  // namespace

// Only cdr::Buffer allocates with an alignment.
void* operator new(std::size_t size, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return allocate(size, alignment);
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  if (void* const memory = allocate(size, alignment)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }

namespace dimma::test {
RefusedBuffers::RefusedBuffers() noexcept { ++refusing; }
RefusedBuffers::~RefusedBuffers() { --refusing; }
}  // namespace dimma::test
