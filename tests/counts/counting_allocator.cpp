// Counts the heap allocations of the program that it is linked into: replaces malloc and related functions, which
// operator new calls too, and prints the total when the program ends. For glibc.

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <cstdlib>

extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* old, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
}

namespace {

std::atomic<unsigned long> allocations{0};

void count() noexcept { allocations.fetch_add(1, std::memory_order_relaxed); }

// The last static object to be destroyed prints the count, so that it covers all of the program's own work.
struct Report {
  ~Report() { std::fprintf(stderr, "heap allocations: %lu\n", allocations.load()); }
};
const Report report;

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  count();
  return __libc_malloc(size);
}

void* calloc(std::size_t number, std::size_t size) {
  count();
  return __libc_calloc(number, size);
}

void* realloc(void* old, std::size_t size) {
  count();
  return __libc_realloc(old, size);
}

void* memalign(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

void* aligned_alloc(std::size_t alignment, std::size_t size) {
  count();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void** result, std::size_t alignment, std::size_t size) {
  count();
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

}  // extern "C"
