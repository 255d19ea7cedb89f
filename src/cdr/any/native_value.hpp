#pragma once
// The in-memory form of the elements of loaned sequences, for code that knows their type only from its TypeCode.

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

#include <cstddef>

namespace dimma::cdr {

struct NativeLayout {
  std::size_t octets = 0;  // 0: the type can't be an element of a loaned sequence
  std::size_t alignment = 1;
};
NativeLayout native_layout(const CORBA::TypeCode& type);

// Encodes the value of such a type at `value`. Reads each number only once, since a peer may write to it meanwhile.
void write_native(Encoder& out, const CORBA::TypeCode& type, const std::byte* value);

}  // namespace dimma::cdr
