// Fixed-point decimals in messages and in an Any.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/fixed_codec.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/fixed/modern_fixed.hpp"
#include "classic/streams/over.hpp"

#include <dimma/typecode_factory.hpp>

namespace dimma::classic {

namespace detail {

void write_fixed(Output& out, const CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale) {
  FixedAccess::modern(number)._as(digits, scale)._write(out.commit(), digits, scale);
  out.reload();
}

void read_fixed(Input& in, CORBA::Fixed& number, CORBA::UShort digits, CORBA::UShort scale) {
  FixedAccess::set(number, IDL::fixed_number::_read(in.commit(), digits, scale));
  in.reload();
}

}  // namespace detail

namespace {
class Factory final : public ::CORBA::TypeCodeFactory {};
}  // namespace

namespace CORBA {

void operator<<=(Any& any, Any::from_fixed number) {
  with_classic_exceptions([&] {
    ::CORBA::typecode_reference type = Factory().create_fixed_tc(number.digits, static_cast<Short>(number.scale));
    cdr::Buffer buffer;
    cdr::Encoder out(buffer);
    FixedAccess::modern(number.val)._as(number.digits, number.scale)._write(out, number.digits, number.scale);
    cdr::Decoder in(out.octets(), std::endian::native, ::CORBA::COMPLETED_NO);
    AnyAccess::set(any, cdr::read_any_value(in, std::move(type)));
  });
}

Boolean operator>>=(const Any& any, Any::to_fixed number) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  const ::CORBA::TypeCode& type = modern._type()._without_aliases();
  if (modern._value() == nullptr || type.kind() != ::CORBA::TCKind::tk_fixed) return false;
  if (type.fixed_digits() != number.digits || type.fixed_scale() != static_cast<Short>(number.scale)) return false;
  with_classic_exceptions([&] {
    cdr::read_any_value(modern, [&](cdr::Decoder& in) {
      FixedAccess::set(number.val, IDL::fixed_number::_read(in, number.digits, number.scale));
    });
  });
  return true;
}

}  // namespace CORBA

}  // namespace dimma::classic
