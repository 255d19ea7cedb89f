#pragma once
/// Verifies that code does not allocate from the heap. A dimma extension: CORBA has nothing comparable.
///
/// In a program that is linked with dimma::sealed (CMake), malloc and related functions, including operator new, count
/// the memory that a thread allocates while it is sealed, and forward each call to the functions that the program would
/// otherwise use. A thread is sealed within a scope below, and within calls of a binding or a POA with `memory=sealed`
/// in its QoS (docs/guides/sealed.md). In a program that is not linked with dimma::sealed nothing is counted. Memory
/// from the system outside the heap, such as memory mappings, is not counted, nor is memory that is freed.

#include <dimma/exception.hpp>

#include <cstdint>
#include <string_view>

namespace dimma {

/// The memory that a thread has allocated from the heap.
struct HeapUse {
  std::uint64_t allocations = 0;
  std::uint64_t octets = 0;  ///< requested octets, without the heap's overhead

  friend bool operator==(const HeapUse&, const HeapUse&) noexcept = default;
};

/// Returns true if the program is linked with dimma::sealed and uses its malloc.
bool can_be_sealed() noexcept;

/// Seals the calling thread during its lifetime: allocations from the heap are counted, but still succeed. Has to be
/// destroyed on the same thread, in reverse order if there are several; allocations within an inner scope also count in
/// the outer ones. Construction and destruction take a few nanoseconds and allocate nothing.
class sealed {
 public:
  /// Throws CORBA::NO_IMPLEMENT if !can_be_sealed().
  sealed();
  ~sealed();
  sealed(const sealed&) = delete;
  sealed& operator=(const sealed&) = delete;

  /// Returns the memory allocated since construction, except within an `unsealed`.
  HeapUse used() const noexcept;
  /// Throws CORBA::NO_MEMORY (COMPLETED_NO) if any memory was allocated. The text says how much `what` allocated, and
  /// where one of the allocations was made: with function names if the program has them (CMake's ENABLE_EXPORTS),
  /// otherwise with addresses in its file for addr2line(1).
  void require_nothing(std::string_view what) const;

 private:
  HeapUse before_;
  bool wanted_place_;
};

/// Unseals the calling thread during its lifetime, even within a sealed scope: for code that is allowed to allocate,
/// such as rare paths of a servant. Its cost is negligible, also in a program that cannot be sealed.
class unsealed {
 public:
  unsealed() noexcept;
  ~unsealed();
  unsealed(const unsealed&) = delete;
  unsealed& operator=(const unsealed&) = delete;

 private:
  unsigned depth_;
};

}  // namespace dimma
