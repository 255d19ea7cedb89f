#pragma once
// Gives the ORB access to a thread's heap use, without linking the ORB with the code that counts. The library
// dimma_sealed offers that code when it is loaded. dimma_sealed also contains the per-thread counts, since malloc must
// not look them up in another library.

#include <dimma/sealed.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace dimma::sealing {

// The call stack of an allocation, as return addresses with the innermost first.
struct Place {
  std::array<void*, 24> frames{};
  std::size_t count = 0;
  std::size_t octets = 0;  // octets requested
};

// A thread's use of the heap. Accessed only by that thread.
struct ThreadHeap {
  unsigned depth = 0;        // number of enclosing `sealed` scopes; 0 means nothing is counted
  bool wants_place = false;  // record the place of the next allocation
  HeapUse used;              // total in all `sealed` scopes so far
  Place place;               // the last allocation that was recorded
};

struct Heap {
  ThreadHeap& (*of_this_thread)() noexcept;
  std::string (*in_words)(const Place& place);
  // The number and size of the preallocated blocks for exceptions, with which a throw does not allocate from the heap.
  std::size_t exceptions;
  std::size_t exception_octets;
};

// The error message if the program is not linked with the library that counts.
inline constexpr std::string_view no_heap =
    "the program cannot be sealed: link it with dimma::sealed (CMake) or dimma-sealed (pkg-config)";

// Called while the program is being loaded.
void offer_heap(const Heap* heap) noexcept;
// Returns nullptr if the program is not linked with dimma_sealed.
const Heap* offered_heap() noexcept;

inline ThreadHeap* this_thread() noexcept {
  const auto* const heap = offered_heap();
  return heap == nullptr ? nullptr : &heap->of_this_thread();
}
inline bool is_sealed() noexcept {
  const auto* const thread = this_thread();
  return thread != nullptr && thread->depth != 0;
}

// Returns the text of an exception. Returns an empty string if the thread is sealed, since a text is allocated from the
// heap; the minor code then identifies the error.
template <class Make>
std::string words(Make make) {
  return is_sealed() ? std::string() : std::string(std::move(make)());
}

// Returns, for example, "3 heap allocations of 120 octets in total, one of 64 octets, in A < B < C".
std::string in_words(const HeapUse& used, const Place* place);

}  // namespace dimma::sealing

namespace dimma {

inline HeapUse operator-(const HeapUse& now, const HeapUse& before) noexcept {
  return {now.allocations - before.allocations, now.octets - before.octets};
}

}  // namespace dimma
