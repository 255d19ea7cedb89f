#pragma once
// Returns freed memory that the allocator keeps.

namespace dimma {

// Has the allocator, glibc's or jemalloc, return freed memory to the system. Takes milliseconds: to be called rarely.
void give_back_to_system() noexcept;

}  // namespace dimma
