#pragma once
/// Buffers of pointers that know how many elements they have, for sequences of strings and of references, whose
/// elements have to be released with the buffer. Internal to dimma.

#include <dimma/classic/values/types.hpp>

#include <cstddef>
#include <new>

namespace dimma {
namespace classic {
namespace detail {

/// The number of elements is before the first of them.
template <class T>
struct CountedBuffer {
  union Cell {
    std::size_t count;
    T* element;
  };

  /// Returns a buffer whose elements are all `value`; null if there is no memory.
  static T** allocate(CORBA::ULong count, T* value) {
    Cell* const cells = new (std::nothrow) Cell[count + std::size_t(1)];
    if (cells == nullptr) return nullptr;
    cells->count = count;
    T** const buffer = &cells[1].element;
    for (CORBA::ULong i = 0; i != count; ++i) buffer[i] = value;
    return buffer;
  }
  static CORBA::ULong count(T** buffer) { return static_cast<CORBA::ULong>(cells(buffer)->count); }
  static void free(T** buffer) { delete[] cells(buffer); }

 private:
  static_assert(sizeof(Cell) == sizeof(T*), "the elements are an array of pointers");
  static Cell* cells(T** buffer) { return reinterpret_cast<Cell*>(buffer) - 1; }
};

}  // namespace detail
}  // namespace classic
}  // namespace dimma
