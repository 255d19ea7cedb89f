#pragma once
/// A cache for the short-lived memory of calls with a completion token. Often one thread takes the memory and another
/// gives it back. Internal to dimma.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>

namespace dimma::asio::detail {

/// Memory aligned as by operator new. take_call_memory() throws std::bad_alloc. Thread-safe.
void* take_call_memory(std::size_t octets);
void give_call_memory(void* memory, std::size_t octets) noexcept;

/// The same cache as a memory resource. Valid for the lifetime of the process.
std::pmr::memory_resource* call_memory() noexcept;

/// The same cache as an allocator: for handlers without an allocator, and for allocations while other threads may be
/// running.
template <class T>
struct CallAllocator {
  using value_type = T;
  template <class U>
  struct rebind {
    using other = CallAllocator<U>;
  };

  constexpr CallAllocator() noexcept = default;
  template <class U>
  constexpr CallAllocator(const CallAllocator<U>&) noexcept {}  // NOLINT: implicit, so that allocators convert

  T* allocate(std::size_t count) {
    static_assert(alignof(T) <= __STDCPP_DEFAULT_NEW_ALIGNMENT__);
    if (count > (std::numeric_limits<std::size_t>::max)() / sizeof(T)) throw std::bad_array_new_length();
    return static_cast<T*>(take_call_memory(count * sizeof(T)));
  }
  void deallocate(T* memory, std::size_t count) noexcept { give_call_memory(memory, count * sizeof(T)); }

  template <class U>
  friend constexpr bool operator==(const CallAllocator&, const CallAllocator<U>&) noexcept {
    return true;
  }
};

template <>
struct CallAllocator<void> {
  using value_type = void;
  template <class U>
  struct rebind {
    using other = CallAllocator<U>;
  };

  constexpr CallAllocator() noexcept = default;
  template <class U>
  constexpr CallAllocator(const CallAllocator<U>&) noexcept {}  // NOLINT: implicit, so that allocators convert
};

}  // namespace dimma::asio::detail
