#include <dimma/generated/cdr/large_memory.hpp>

#include <sys/mman.h>

#include <cstdint>

namespace dimma::cdr::detail {

namespace {
constexpr std::uintptr_t large_page = std::uintptr_t{2} << 20;
}

void make_by_large_pages(const void* memory, std::size_t octets) noexcept {
  const auto begin = reinterpret_cast<std::uintptr_t>(memory);
  const std::uintptr_t first = (begin + large_page - 1) & ~(large_page - 1);
  const std::uintptr_t last = (begin + octets) & ~(large_page - 1);
  // The result is ignored, since the call is only a hint.
  ::madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE);
}

}  // namespace dimma::cdr::detail
