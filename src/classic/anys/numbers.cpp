// The operators of numbers, booleans, octets and characters, which both mappings hold in the same form.

#include <dimma/classic/any.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/exceptions/translation.hpp"

#include <dimma/any.hpp>

namespace dimma::classic::CORBA {

namespace {

template <class T>
void insert_number(Any& any, T value) {
  AnyAccess::set(any, any_access<T>::make(value));
}

template <class T>
Boolean extract_number(const Any& any, T& value) {
  return with_classic_exceptions([&] { return any_access<T>::extract(AnyAccess::modern(any), value); });
}

}  // namespace

#define DIMMA_CLASSIC_NUMBER(TYPE)                                      \
  void operator<<=(Any& any, TYPE value) { insert_number(any, value); } \
  Boolean operator>>=(const Any& any, TYPE& value) { return extract_number(any, value); }
DIMMA_CLASSIC_NUMBER(Short)
DIMMA_CLASSIC_NUMBER(UShort)
DIMMA_CLASSIC_NUMBER(Long)
DIMMA_CLASSIC_NUMBER(ULong)
DIMMA_CLASSIC_NUMBER(LongLong)
DIMMA_CLASSIC_NUMBER(ULongLong)
DIMMA_CLASSIC_NUMBER(Float)
DIMMA_CLASSIC_NUMBER(Double)
DIMMA_CLASSIC_NUMBER(LongDouble)
#undef DIMMA_CLASSIC_NUMBER

#define DIMMA_CLASSIC_NAMED_NUMBER(NAME)                                                \
  void operator<<=(Any& any, Any::from_##NAME value) { insert_number(any, value.val); } \
  Boolean operator>>=(const Any& any, Any::to_##NAME value) { return extract_number(any, value.ref); }
DIMMA_CLASSIC_NAMED_NUMBER(boolean)
DIMMA_CLASSIC_NAMED_NUMBER(octet)
DIMMA_CLASSIC_NAMED_NUMBER(char)
DIMMA_CLASSIC_NAMED_NUMBER(wchar)
#undef DIMMA_CLASSIC_NAMED_NUMBER

}  // namespace dimma::classic::CORBA
