#pragma once
// Elements of loaned sequences as they lie in memory, for who knows their type by its TypeCode alone.

#include <dimma/generated/cdr/encoder.hpp>
#include <dimma/typecode.hpp>

#include <cstddef>

namespace dimma::cdr {

struct NativeLayout {
  std::size_t octets = 0;  // 0: the type can't be an element of a loaned sequence
  std::size_t alignment = 1;
};
NativeLayout native_layout(const CORBA::TypeCode& type);

// A value of such a type, from where it lies. Each number is looked at once, as a peer may write it.
void write_native(Encoder& out, const CORBA::TypeCode& type, const std::byte* value);

}  // namespace dimma::cdr
