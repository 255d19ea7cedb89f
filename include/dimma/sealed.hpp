#pragma once
/// Proof that code allocates nothing from the heap. dimma's own: CORBA has nothing of the kind.
///
/// In a program that is linked with dimma::sealed (CMake), malloc and its kin, including operator new, count the memory
/// that a thread takes while it is sealed. They pass each call on to the functions that the program would otherwise
/// have. There are scopes for the application's own code, below, and `memory=sealed` in the QoS of a binding or a POA,
/// whose calls are such scopes (docs/guides/sealed.md). In a program that is not linked with it nothing is counted.
/// Memory from the system outside the heap, such as memory mappings, is not counted; nor is memory that is given back.

#include <dimma/exception.hpp>

#include <cstdint>
#include <string_view>

namespace dimma {

/// The memory that a thread has taken from the heap.
struct HeapUse {
  std::uint64_t allocations = 0;
  std::uint64_t octets = 0;  ///< as they were asked for, without the heap's own

  friend bool operator==(const HeapUse&, const HeapUse&) noexcept = default;
};

/// True if the program is linked with dimma::sealed and its malloc is the one that counts.
bool can_be_sealed() noexcept;

/// While one exists, the calling thread is sealed: memory that it takes from the heap is counted. It still gets the
/// memory. The thread that makes it has to end it, in the reverse order if there are several; allocations within an
/// inner one also belong to the outer ones. Making and ending one takes a few nanoseconds and allocates nothing.
class sealed {
 public:
  /// Throws CORBA::NO_IMPLEMENT if !can_be_sealed().
  sealed();
  ~sealed();
  sealed(const sealed&) = delete;
  sealed& operator=(const sealed&) = delete;

  /// Returns the memory taken since it was made, except within an `unsealed`.
  HeapUse used() const noexcept;
  /// Throws CORBA::NO_MEMORY (COMPLETED_NO) if any memory was taken. Its text says how much `what` took, and where one
  /// of the allocations was: by names of functions if the program has them (CMake's ENABLE_EXPORTS), otherwise by
  /// places in its file that addr2line(1) reads.
  void require_nothing(std::string_view what) const;

 private:
  HeapUse before_;
  bool wanted_place_;
};

/// While one exists, the calling thread is not sealed, even within a sealed scope: for code that may allocate
/// nevertheless, such as rare paths of a servant. Its cost is negligible, even if nothing can be sealed.
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
