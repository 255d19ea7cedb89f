#pragma once
/// Memory that a call with a completion token needs for a short time. It is taken by one thread, often given back by
/// another, and used again. dimma's own.

#include <dimma/generated/cxx20.hpp>

#include <cstddef>
#include <limits>
#include <memory_resource>
#include <new>

namespace dimma::asio::detail {

/// Aligned like memory of operator new. take_call_memory() throws std::bad_alloc. Thread safe.
void* take_call_memory(std::size_t octets);
void give_call_memory(void* memory, std::size_t octets) noexcept;

/// The same as a memory resource. It lives as long as the process.
std::pmr::memory_resource* call_memory() noexcept;

/// The same as an allocator: for handlers that have none, and for what is allocated while other threads may be at work.
template <class T>
struct CallAllocator {
  using value_type = T;
  template <class U>
  struct rebind {
    using other = CallAllocator<U>;
  };

  constexpr CallAllocator() noexcept = default;
  template <class U>
  constexpr CallAllocator(const CallAllocator<U>&) noexcept {}  // NOLINT: implicit, as allocators are converted

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
  constexpr CallAllocator(const CallAllocator<U>&) noexcept {}  // NOLINT: implicit, as allocators are converted
};

}  // namespace dimma::asio::detail
