#pragma once
/// Members of native types, which are void* in C++ and stay within the process. Sending a value that holds one throws
/// CORBA::MARSHAL.

#include <dimma/generated/cdr/codec.hpp>
#include <dimma/print.hpp>

#include <cstddef>

namespace dimma {

template <>
struct printer<void*> {
  static void print(std::ostream& out, void* const& value) { print_text(out, value == nullptr ? "nil" : "native"); }
};

namespace cdr {

/// Throws CORBA::MARSHAL.
[[noreturn]] void refuse_native();

template <>
struct codec<void*> {
  static constexpr std::size_t octets_min = 0;
  static void write(Encoder&, void* const&) { refuse_native(); }
  static void read(Decoder&, void*&) { refuse_native(); }
};

}  // namespace cdr

}  // namespace dimma
