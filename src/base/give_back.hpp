#pragma once
// Freed memory that the allocator keeps.

namespace dimma {

// Asks the allocator, glibc's or jemalloc, to return to the system what is freed: milliseconds, for seldom moments.
void give_back_to_system() noexcept;

}  // namespace dimma
