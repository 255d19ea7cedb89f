#pragma once
// Lets the ORB count what a thread allocates from the heap without being linked with the code that counts. The library
// dimma_sealed offers that code when it is loaded. It also has the counts of each thread, since malloc must not look
// for them in another library.

#include <dimma/sealed.hpp>

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace dimma::sealing {

// The place of an allocation, as return addresses with the innermost first.
struct Place {
  std::array<void*, 24> frames{};
  std::size_t count = 0;
  std::size_t octets = 0;  // the octets that were asked for
};

// A thread's use of the heap. Used only by that thread.
struct ThreadHeap {
  unsigned depth = 0;        // the number of scopes around it; 0: nothing is counted
  bool wants_place = false;  // that of the next allocation
  HeapUse used;              // within all scopes so far
  Place place;               // the last allocation whose place was wanted
};

struct Heap {
  ThreadHeap& (*of_this_thread)() noexcept;
  std::string (*in_words)(const Place& place);
  // The memory for exceptions, with which throwing one allocates nothing.
  std::size_t exceptions;
  std::size_t exception_octets;
};

// The reason for which a program has no such counts.
inline constexpr std::string_view no_heap =
    "the program cannot be sealed: link it with dimma::sealed (CMake) or dimma-sealed (pkg-config)";

// Called while the program is loaded.
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

// Makes an exception's text; empty if the thread is sealed, since texts are on the heap. The minor code then tells.
template <class Make>
std::string words(Make make) {
  return is_sealed() ? std::string() : std::string(std::move(make)());
}

// Returns "3 heap allocations of 120 octets in all, one of them of 64 octets in A < B < C".
std::string in_words(const HeapUse& used, const Place* place);

}  // namespace dimma::sealing

namespace dimma {

inline HeapUse operator-(const HeapUse& now, const HeapUse& before) noexcept {
  return {now.allocations - before.allocations, now.octets - before.octets};
}

}  // namespace dimma
