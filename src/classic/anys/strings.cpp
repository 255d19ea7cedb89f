// The operators of strings and wide strings.

#include <dimma/classic/any.hpp>
#include <dimma/classic/generated/value_errors.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/anys/values.hpp"
#include "classic/exceptions/raise.hpp"

#include <dimma/minor.hpp>
#include <dimma/typecode_factory.hpp>

namespace dimma::classic {

namespace {

class Factory final : public ::CORBA::TypeCodeFactory {};

::CORBA::typecode_reference type_of(char, CORBA::ULong bound) {
  return bound == 0 ? ::CORBA::_tc_string._reference() : Factory().create_string_tc(bound);
}

::CORBA::typecode_reference type_of(wchar_t, CORBA::ULong bound) {
  return bound == 0 ? ::CORBA::_tc_wstring._reference() : Factory().create_wstring_tc(bound);
}

constexpr auto kind_of(char) { return ::CORBA::TCKind::tk_string; }
constexpr auto kind_of(wchar_t) { return ::CORBA::TCKind::tk_wstring; }

template <class C>
using Member = StringOwner<C, detail::BeginsEmpty>;

template <class C>
const ValueType& how_held() {
  return detail::ValueTypeOf<detail::PlainValues<Member<C>>>::value;
}

// `text` owns what is inserted.
template <class C>
void insert_text(CORBA::Any& any, Member<C> text, CORBA::ULong bound) {
  if (text.in() == nullptr) {
    raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO,
                            "a null pointer cannot be inserted into an Any as a string");
  }
  const std::size_t length = detail::length_of(text.in());
  if (bound != 0 && length > bound) detail::raise_bound(static_cast<CORBA::ULong>(length), bound);
  insert(any, type_of(C(), bound), OwnedValue(how_held<C>(), new Member<C>(std::move(text))));
}

template <class C>
CORBA::Boolean extract_text(const CORBA::Any& any, const C*& text, CORBA::ULong bound) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  const ::CORBA::TypeCode& type = modern._type()._without_aliases();
  if (modern._value() == nullptr || type.kind() != kind_of(C()) || type._description().length != bound) return false;
  text = static_cast<const Member<C>*>(kept_value(any, how_held<C>()))->in();
  return true;
}

template <class C>
CORBA::Boolean extract_mutable_text(const CORBA::Any& any, C*& text) {
  const C* kept = nullptr;
  if (!extract_text(any, kept, 0)) return false;
  text = const_cast<C*>(kept);
  return true;
}

template <class Text>
auto owner_of(const Text& text) {
  using C = std::remove_pointer_t<decltype(text.val)>;
  return text.nocopy ? Member<C>(text.val) : Member<C>(static_cast<const C*>(text.val));
}

}  // namespace

namespace CORBA {

void operator<<=(Any& any, const Char* text) { insert_text(any, Member<Char>(text), 0); }
void operator<<=(Any& any, const WChar* text) { insert_text(any, Member<WChar>(text), 0); }
void operator<<=(Any& any, Any::from_string text) { insert_text(any, owner_of(text), text.bound); }
void operator<<=(Any& any, Any::from_wstring text) { insert_text(any, owner_of(text), text.bound); }

Boolean operator>>=(const Any& any, const Char*& text) { return extract_text(any, text, 0); }
Boolean operator>>=(const Any& any, const WChar*& text) { return extract_text(any, text, 0); }
Boolean operator>>=(const Any& any, Any::to_string text) { return extract_text(any, text.val, text.bound); }
Boolean operator>>=(const Any& any, Any::to_wstring text) { return extract_text(any, text.val, text.bound); }
Boolean operator>>=(const Any& any, Char*& text) { return extract_mutable_text(any, text); }
Boolean operator>>=(const Any& any, WChar*& text) { return extract_mutable_text(any, text); }

}  // namespace CORBA

}  // namespace dimma::classic
