// Fixed-point decimals as text, in streams.

#include <dimma/classic/system_exceptions.hpp>
#include <dimma/classic/values/strings.hpp>

#include "classic/fixed/modern_fixed.hpp"

#include <istream>
#include <ostream>
#include <string>

namespace dimma::classic {

namespace {

std::string text_of(const CORBA::Fixed& number, CORBA::UShort scale) {
  return FixedAccess::modern(number)._as(IDL::fixed_number::digits_max, scale).to_string();
}

}  // namespace

namespace CORBA {

std::ostream& operator<<(std::ostream& out, const Fixed& number) { return out << FixedAccess::modern(number); }

std::istream& operator>>(std::istream& in, Fixed& number) {
  IDL::fixed_number read;
  if (in >> read) FixedAccess::set(number, read);
  return in;
}

}  // namespace CORBA

CORBA::Char* detail::fixed_text(const CORBA::Fixed& number, CORBA::UShort scale) {
  return CORBA::string_dup(text_of(number, scale).c_str());
}

void detail::print_fixed(std::ostream& out, const CORBA::Fixed& number, CORBA::UShort scale) {
  out << text_of(number, scale);
}

void detail::extract_fixed(std::istream& in, CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale) {
  CORBA::Fixed read;
  if (!(in >> read)) return;
  try {
    number = limited(read, digits, scale);
  } catch (const CORBA::DATA_CONVERSION&) {
    in.setstate(std::ios_base::failbit);
  }
}

}  // namespace dimma::classic
