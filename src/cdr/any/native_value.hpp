#pragma once
// The in-memory layout of the elements of loaned sequences, for code that has only the TypeCode of the elements.

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

#include <cstddef>

namespace dimma::cdr {

struct NativeLayout {
  std::size_t octets = 0;  // 0 if the type cannot be an element of a loaned sequence
  std::size_t alignment = 1;
};
NativeLayout native_layout(const CORBA::TypeCode& type);

// Encodes the value at `value`, whose type must have a native layout. Reads each number only once, since a peer may
// write to the memory at the same time.
void write_native(Encoder& out, const CORBA::TypeCode& type, const std::byte* value);

}  // namespace dimma::cdr
