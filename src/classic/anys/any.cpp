#include <dimma/classic/any.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <memory>

namespace dimma::classic::CORBA {

Any::Any() { AnyAccess::construct(*this, {}); }
Any::Any(const Any& other) { AnyAccess::construct(*this, AnyAccess::modern(other)); }
Any::Any(Any&& other) noexcept {
  AnyAccess::construct(*this, {});
  AnyAccess::take(*this, other);
}
Any::~Any() { AnyAccess::destroy(*this); }

Any& Any::operator=(const Any& other) {
  if (this != &other) AnyAccess::set(*this, AnyAccess::modern(other));
  return *this;
}

Any& Any::operator=(Any&& other) noexcept {
  if (this != &other) AnyAccess::take(*this, other);
  return *this;
}

TypeCode_ptr Any::type() const { return TypeCodeAccess::classic(AnyAccess::modern(*this).type()); }

// The value is the same, so that the values that were decoded from it stay.
void Any::type(TypeCode_ptr equivalent) {
  with_classic_exceptions([&] { AnyAccess::contents(*this).type(modern_of(equivalent)); });
}

Any* TypeCode::member_label(ULong index) const {
  return with_classic_exceptions([&] {
    auto label = std::make_unique<Any>();
    try {
      AnyAccess::set(*label, TypeCodeAccess::modern(*this).member_label(index));
    } catch (const ::CORBA::TypeCode::BadKind&) {
      throw BadKind();
    } catch (const ::CORBA::TypeCode::Bounds&) {
      throw Bounds();
    }
    return label.release();
  });
}

}  // namespace dimma::classic::CORBA
