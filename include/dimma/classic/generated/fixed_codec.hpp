#pragma once
/// The codec of fixed-point decimals. For codec.hpp; internal to dimma.

#include <dimma/classic/generated/basic_codec.hpp>
#include <dimma/classic/values/fixed.hpp>

namespace dimma {
namespace classic {

namespace detail {
/// Writes packed decimal (CORBA 3.3 part 2, 9.3.2.8). Throws DATA_CONVERSION if the number does not fit.
void write_fixed(Output& out, const CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale);
void read_fixed(Input& in, CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale);
}  // namespace detail

template <CORBA::UShort Digits, CORBA::UShort Scale>
struct codec<BoundedFixed<Digits, Scale> > {
  enum { octets_min = (Digits + 2) / 2 };
  static void write(Output& out, const BoundedFixed<Digits, Scale>& value) {
    detail::write_fixed(out, value, Digits, Scale);
  }
  static void read(Input& in, BoundedFixed<Digits, Scale>& value) { detail::read_fixed(in, value, Digits, Scale); }
};

}  // namespace classic
}  // namespace dimma
