#pragma once
// Returns unused memory from the allocator to the system.

namespace dimma {

// Makes the allocator (glibc's or jemalloc) return freed memory to the system. Takes milliseconds, so call it rarely.
void give_back_to_system() noexcept;

}  // namespace dimma
