// Replaces malloc and related functions by wrappers of the C library's functions, and operator new by functions that
// call malloc. The wrappers count the allocations of a sealed thread. They are weak symbols: a program that defines its
// own cannot be sealed.
//
// The wrappers must neither allocate nor block, since they are called from everywhere.

#include "base/sealing.hpp"
#include "base/sync/sync.hpp"

#include <cxxabi.h>
#include <dlfcn.h>
#include <unwind.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <string_view>
#include <utility>

namespace {

using dimma::sealing::Place;
using dimma::sealing::ThreadHeap;

constinit DIMMA_PER_THREAD ThreadHeap of_this_thread;
constinit DIMMA_PER_THREAD bool resolves = false;

// A function of the next library in the search order, looked up on the first call.
template <class Function>
class Next {
 public:
  constexpr explicit Next(const char* name) noexcept : name_(name) {}
  // Returns nullptr while the function is being looked up: dlsym() itself may allocate, and it handles a failed
  // allocation.
  Function get() noexcept {
    if (auto* const known = known_.load(std::memory_order_acquire)) return reinterpret_cast<Function>(known);
    if (resolves) return nullptr;
    resolves = true;
    void* const found = ::dlsym(RTLD_NEXT, name_);
    resolves = false;
    known_.store(found, std::memory_order_release);
    return reinterpret_cast<Function>(found);
  }

 private:
  const char* const name_;
  dimma::sync::Atomic<void*> known_{nullptr};
};

constinit Next<void* (*)(std::size_t)> next_malloc{"malloc"};
constinit Next<void* (*)(std::size_t, std::size_t)> next_calloc{"calloc"};
constinit Next<void* (*)(void*, std::size_t)> next_realloc{"realloc"};
constinit Next<void* (*)(std::size_t, std::size_t)> next_memalign{"memalign"};
constinit Next<void* (*)(std::size_t, std::size_t)> next_aligned_alloc{"aligned_alloc"};
constinit Next<int (*)(void**, std::size_t, std::size_t)> next_posix_memalign{"posix_memalign"};
constinit Next<void* (*)(std::size_t)> next_valloc{"valloc"};

struct Taking {
  Place& place;
  void* from;  // frames below this address belong to this file
};

_Unwind_Reason_Code take_frame(_Unwind_Context* context, void* into) {
  auto& taking = *static_cast<Taking*>(into);
  auto* const frame = reinterpret_cast<void*>(::_Unwind_GetIP(context));
  Place& place = taking.place;
  if (place.count == 0 && frame != taking.from) return _URC_NO_REASON;
  if (place.count == place.frames.size()) return _URC_END_OF_STACK;
  place.frames[place.count++] = frame;
  return _URC_NO_REASON;
}

[[gnu::cold, gnu::noinline]] void count(ThreadHeap& thread, std::size_t octets, void* from) noexcept {
  ++thread.used.allocations;
  thread.used.octets += octets;
  if (!thread.wants_place) return;
  thread.wants_place = false;
  const unsigned depth = std::exchange(thread.depth, 0U);  // the unwinder may allocate, which must not be counted
  thread.place.count = 0;
  thread.place.octets = octets;
  Taking taking{thread.place, from};
  ::_Unwind_Backtrace(take_frame, &taking);
  thread.depth = depth;
}

// `from` is the return address of the wrapper, an address in its caller.
[[gnu::always_inline]] inline void note(std::size_t octets, void* from) noexcept {
  auto& thread = of_this_thread;
  if (thread.depth != 0) count(thread, octets, from);
}

template <class Function, class... Arguments>
void* pass(Next<Function>& next, Arguments... arguments) noexcept {
  const auto function = next.get();
  if (function != nullptr) return function(arguments...);
  errno = ENOMEM;
  return nullptr;
}

}  // namespace

extern "C" {

[[gnu::weak]] void* malloc(std::size_t octets) {
  note(octets, __builtin_return_address(0));
  return pass(next_malloc, octets);
}

[[gnu::weak]] void* calloc(std::size_t number, std::size_t octets) {
  note(number * octets, __builtin_return_address(0));
  return pass(next_calloc, number, octets);
}

[[gnu::weak]] void* realloc(void* old, std::size_t octets) {
  note(octets, __builtin_return_address(0));
  return pass(next_realloc, old, octets);
}

[[gnu::weak]] void* reallocarray(void* old, std::size_t number, std::size_t octets) {
  std::size_t all = 0;
  if (__builtin_mul_overflow(number, octets, &all)) {
    errno = ENOMEM;
    return nullptr;
  }
  note(all, __builtin_return_address(0));
  return pass(next_realloc, old, all);
}

[[gnu::weak]] void* memalign(std::size_t alignment, std::size_t octets) {
  note(octets, __builtin_return_address(0));
  return pass(next_memalign, alignment, octets);
}

[[gnu::weak]] void* aligned_alloc(std::size_t alignment, std::size_t octets) {
  note(octets, __builtin_return_address(0));
  return pass(next_aligned_alloc, alignment, octets);
}

[[gnu::weak]] int posix_memalign(void** result, std::size_t alignment, std::size_t octets) {
  note(octets, __builtin_return_address(0));
  const auto function = next_posix_memalign.get();
  return function == nullptr ? ENOMEM : function(result, alignment, octets);
}

[[gnu::weak]] void* valloc(std::size_t octets) {
  note(octets, __builtin_return_address(0));
  return pass(next_valloc, octets);
}

}  // extern "C"

// These operators allocate with malloc, even if another library replaces operator new as well.

namespace {

template <class Allocate>
[[gnu::always_inline]] inline void* allocated(Allocate allocate) {
  for (;;) {
    if (void* const memory = allocate()) return memory;
    const auto handler = std::get_new_handler();
    if (handler == nullptr) throw std::bad_alloc();
    handler();
  }
}

[[gnu::always_inline]] inline void* allocated(void* from, std::size_t octets) {
  note(octets, from);
  return allocated([octets] { return pass(next_malloc, std::max<std::size_t>(octets, 1)); });
}

[[gnu::always_inline]] inline void* allocated(void* from, std::size_t octets, std::align_val_t alignment) {
  note(octets, from);
  const auto to = static_cast<std::size_t>(alignment);
  const std::size_t whole = (std::max<std::size_t>(octets, 1) + to - 1) / to * to;
  return allocated([to, whole] { return pass(next_aligned_alloc, to, whole); });
}

template <class... Arguments>
[[gnu::always_inline]] inline void* allocated_or_null(Arguments... arguments) noexcept {
  try {
    return allocated(arguments...);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}

}  // namespace

[[gnu::weak]] void* operator new(std::size_t octets) { return allocated(__builtin_return_address(0), octets); }
[[gnu::weak]] void* operator new[](std::size_t octets) { return allocated(__builtin_return_address(0), octets); }
[[gnu::weak]] void* operator new(std::size_t octets, std::align_val_t alignment) {
  return allocated(__builtin_return_address(0), octets, alignment);
}
[[gnu::weak]] void* operator new[](std::size_t octets, std::align_val_t alignment) {
  return allocated(__builtin_return_address(0), octets, alignment);
}
[[gnu::weak]] void* operator new(std::size_t octets, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(__builtin_return_address(0), octets);
}
[[gnu::weak]] void* operator new[](std::size_t octets, const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(__builtin_return_address(0), octets);
}
[[gnu::weak]] void* operator new(std::size_t octets, std::align_val_t alignment,
                                 const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(__builtin_return_address(0), octets, alignment);
}
[[gnu::weak]] void* operator new[](std::size_t octets, std::align_val_t alignment,
                                   const std::nothrow_t& /*none*/) noexcept {
  return allocated_or_null(__builtin_return_address(0), octets, alignment);
}
[[gnu::weak]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete[](void* memory) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete(void* memory, std::size_t /*octets*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete[](void* memory, std::size_t /*octets*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete(void* memory, const std::nothrow_t& /*none*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete[](void* memory, const std::nothrow_t& /*none*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete(void* memory, std::align_val_t /*to*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete[](void* memory, std::align_val_t /*to*/) noexcept { std::free(memory); }
[[gnu::weak]] void operator delete(void* memory, std::size_t /*octets*/, std::align_val_t /*to*/) noexcept {
  std::free(memory);
}
[[gnu::weak]] void operator delete[](void* memory, std::size_t /*octets*/, std::align_val_t /*to*/) noexcept {
  std::free(memory);
}
[[gnu::weak]] void operator delete(void* memory, std::align_val_t /*to*/, const std::nothrow_t& /*none*/) noexcept {
  std::free(memory);
}
[[gnu::weak]] void operator delete[](void* memory, std::align_val_t /*to*/, const std::nothrow_t& /*none*/) noexcept {
  std::free(memory);
}

// Exceptions ----------------------------------------------------------------------------------------------------------

namespace {

// Preallocated memory for the exceptions of all threads. An exception lives until its last handler has ended and the
// last exception_ptr that refers to it is gone, on any thread. An exception that finds no free place, or is too large
// for one, is allocated from the heap.
class ExceptionPlaces {
 public:
  static constexpr std::size_t count = 128;
  static constexpr std::size_t octets = 1024;

  void* take(std::size_t wanted) noexcept {
    if (wanted > octets) return nullptr;
    for (std::size_t word = 0; word < words; ++word) {
      std::uint64_t taken = taken_[word].load(std::memory_order_relaxed);
      while (taken != ~std::uint64_t{0}) {
        const int bit = __builtin_ctzll(~taken);
        if (taken_[word].compare_exchange_weak(taken, taken | (std::uint64_t{1} << bit), std::memory_order_acquire)) {
          return memory_ + (word * 64 + static_cast<std::size_t>(bit)) * octets;
        }
      }
    }
    return nullptr;
  }
  // Returns false if the memory does not belong to one of these places.
  bool give_back(const void* memory) noexcept {
    const auto offset = reinterpret_cast<std::uintptr_t>(memory) - reinterpret_cast<std::uintptr_t>(memory_);
    if (offset >= sizeof(memory_)) return false;
    const std::size_t place = offset / octets;
    taken_[place / 64].fetch_and(~(std::uint64_t{1} << place % 64), std::memory_order_release);
    return true;
  }

 private:
  static constexpr std::size_t words = count / 64;
  alignas(64) std::byte memory_[count * octets]{};
  dimma::sync::Atomic<std::uint64_t> taken_[words]{};
};

constinit ExceptionPlaces exception_places;

#ifdef __GLIBCXX__
// The runtime stores a header in front of each exception object (libstdc++'s __cxa_refcounted_exception, which ends
// with the unwinder's header, see the C++ ABI for Itanium, 2.2.1) and expects it to be zeroed.
constexpr std::size_t exception_header = 128;

constinit Next<void* (*)(std::size_t)> next_allocate_exception{"__cxa_allocate_exception"};
constinit Next<void (*)(void*)> next_free_exception{"__cxa_free_exception"};
constinit Next<void* (*)()> next_allocate_dependent{"__cxa_allocate_dependent_exception"};
constinit Next<void (*)(void*)> next_free_dependent{"__cxa_free_dependent_exception"};
#endif

}  // namespace

#ifdef __GLIBCXX__

extern "C" {

[[gnu::weak]] void* __cxa_allocate_exception(std::size_t octets) noexcept {
  if (void* const place = exception_places.take(exception_header + octets)) {
    std::memset(place, 0, exception_header);
    return static_cast<std::byte*>(place) + exception_header;
  }
  return next_allocate_exception.get()(octets);
}

[[gnu::weak]] void __cxa_free_exception(void* exception) noexcept {
  if (!exception_places.give_back(exception)) next_free_exception.get()(exception);
}

[[gnu::weak]] __cxxabiv1::__cxa_dependent_exception* __cxa_allocate_dependent_exception() noexcept {
  void* place = exception_places.take(exception_header);
  if (place == nullptr) {
    place = next_allocate_dependent.get()();
  } else {
    std::memset(place, 0, exception_header);
  }
  return static_cast<__cxxabiv1::__cxa_dependent_exception*>(place);
}

[[gnu::weak]] void __cxa_free_dependent_exception(__cxxabiv1::__cxa_dependent_exception* exception) noexcept {
  if (!exception_places.give_back(exception)) next_free_dependent.get()(exception);
}

}  // extern "C"

#endif

// The offer -----------------------------------------------------------------------------------------------------------

namespace {

constexpr std::size_t name_octets_max = 100;
constexpr std::size_t names_max = 4;

std::string file_of(const Dl_info& info) {
  const std::string_view path = info.dli_fname == nullptr ? "" : info.dli_fname;
  return std::string(path.substr(path.rfind('/') + 1));
}

// Returns true for functions of the C++ runtime and of containers, which allocate on behalf of their callers.
bool is_runtime(const Dl_info& info) {
  const std::string file = file_of(info);
  const std::string_view name = info.dli_sname == nullptr ? "" : info.dli_sname;
  for (const std::string_view space : {"_ZSt", "_ZNSt", "_ZNKSt", "_ZN9__gnu_cxx", "_ZNK9__gnu_cxx"}) {
    if (name.starts_with(space)) return true;
  }
  return std::ranges::any_of(std::array{"libstdc++.so", "libc.so", "libc++.so"},
                             [&file](const char* library) { return file.starts_with(library); });
}

std::string name_of(void* frame, const Dl_info& info) {
  if (info.dli_sname == nullptr) {
    char text[32];
    const auto offset = reinterpret_cast<std::uintptr_t>(frame) - reinterpret_cast<std::uintptr_t>(info.dli_fbase);
    std::snprintf(text, sizeof text, "+0x%zx", static_cast<std::size_t>(offset));
    return file_of(info) + text;
  }
  int status = 0;
  char* const demangled = abi::__cxa_demangle(info.dli_sname, nullptr, nullptr, &status);
  std::string name = demangled == nullptr ? info.dli_sname : demangled;
  std::free(demangled);
  if (name.size() > name_octets_max) name = name.substr(0, name_octets_max) + "...";
  return name;
}

std::string in_words(const Place& place) {
  std::string text;
  std::size_t names = 0;
  for (std::size_t i = 0; i < place.count && names < names_max; ++i) {
    Dl_info info{};
    void* const frame = static_cast<std::byte*>(place.frames[i]) - 1;  // within the call instruction, not after it
    if (::dladdr(frame, &info) == 0 || (names == 0 && is_runtime(info))) continue;
    text += (names++ == 0 ? "" : " < ") + name_of(frame, info);
  }
  return text.empty() ? "an unknown location" : text;
}

ThreadHeap& heap_of_this_thread() noexcept { return of_this_thread; }

const dimma::sealing::Heap heap{heap_of_this_thread, in_words, ExceptionPlaces::count, ExceptionPlaces::octets};

// Returns true if the program's allocations reach the functions above.
bool counts() noexcept {
  auto& thread = of_this_thread;
  thread.depth = 1;
  void* const volatile first = std::malloc(1);
  void* const volatile second = ::operator new(1);
  thread.depth = 0;
  const bool counted = thread.used.allocations == 2;
  thread.used = {};
  std::free(first);
  ::operator delete(second);
  return counted;
}

// Offers the functions above to the ORB when the program is loaded.
const struct Offered {
  Offered() noexcept {
    if (counts()) dimma::sealing::offer_heap(&heap);
  }
} offered;

}  // namespace

// Programs that link with the library refer to this symbol, so that the linker does not drop this object file.
extern "C" {
extern const char dimma_sealed_is_linked;
const char dimma_sealed_is_linked = 1;
}
