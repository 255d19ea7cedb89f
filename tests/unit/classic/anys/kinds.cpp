#include "kinds.hpp"

namespace Kinds {

using ::dimma::classic::codec;
using ::dimma::classic::extract_array;
using ::dimma::classic::extract_exception;
using ::dimma::classic::extract_pointer;
using ::dimma::classic::extract_reference;
using ::dimma::classic::extract_value;
using ::dimma::classic::insert_array;
using ::dimma::classic::insert_copy;
using ::dimma::classic::insert_exception_copy;
using ::dimma::classic::insert_exception_owned;
using ::dimma::classic::insert_owned;
using ::dimma::classic::insert_owned_reference;
using ::dimma::classic::insert_reference;

void operator<<=(CORBA::Any& any, const Point& value) { insert_copy(any, _tc_Point, value); }
void operator<<=(CORBA::Any& any, Point* value) { insert_owned(any, _tc_Point, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, const Point*& value) {
  return extract_pointer(any, _tc_Point, value);
}

void operator<<=(CORBA::Any& any, const Item& value) { insert_copy(any, _tc_Item, value); }
void operator<<=(CORBA::Any& any, Item* value) { insert_owned(any, _tc_Item, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, const Item*& value) { return extract_pointer(any, _tc_Item, value); }

void operator<<=(CORBA::Any& any, Colour value) { insert_copy(any, _tc_Colour, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, Colour& value) { return extract_value(any, _tc_Colour, value); }

void operator<<=(CORBA::Any& any, const Items& value) { insert_copy(any, _tc_Items, value); }
void operator<<=(CORBA::Any& any, Items* value) { insert_owned(any, _tc_Items, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, const Items*& value) {
  return extract_pointer(any, _tc_Items, value);
}

Row_slice* Row_alloc() { return new Row_slice[3]; }
Row_slice* Row_dup(const Row_slice* from) {
  Row_slice* const copy = Row_alloc();
  Row_copy(copy, from);
  return copy;
}
void Row_copy(Row_slice* to, const Row_slice* from) {
  for (int i = 0; i != 3; ++i) to[i] = from[i];
}
void Row_free(Row_slice* row) { delete[] row; }
void operator<<=(CORBA::Any& any, const Row_forany& value) { insert_array(any, _tc_Row, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, Row_forany& value) { return extract_array(any, _tc_Row, value); }

void Bad::_encode(::dimma::classic::Output& out) const { codec<Bad>::write(out, *this); }
void Bad::_insert(CORBA::Any& any) const { any <<= *this; }
void operator<<=(CORBA::Any& any, const Bad& value) { insert_exception_copy(any, _tc_Bad, value); }
void operator<<=(CORBA::Any& any, Bad* value) { insert_exception_owned(any, _tc_Bad, value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, const Bad*& value) { return extract_exception(any, _tc_Bad, value); }

void operator<<=(CORBA::Any& any, Carrier_ptr value) { insert_reference(any, _tc_Carrier, value); }
void operator<<=(CORBA::Any& any, Carrier_ptr* value) { insert_owned_reference(any, _tc_Carrier, *value); }
CORBA::Boolean operator>>=(const CORBA::Any& any, Carrier_ptr& value) {
  return extract_reference(any, _tc_Carrier, value);
}

}  // namespace Kinds

namespace dimma {
namespace classic {

void codec< ::Kinds::Item>::write(Output& out, const ::Kinds::Item& value) {
  codec<StringMember>::write(out, value.name);
  codec< ::Kinds::Point>::write(out, value.at);
  codec<CORBA::Any>::write(out, value.extra);
}
void codec< ::Kinds::Item>::read(Input& in, ::Kinds::Item& value) {
  codec<StringMember>::read(in, value.name);
  codec< ::Kinds::Point>::read(in, value.at);
  codec<CORBA::Any>::read(in, value.extra);
}
void codec< ::Kinds::Bad>::write(Output& out, const ::Kinds::Bad& value) { codec<StringMember>::write(out, value.why); }
void codec< ::Kinds::Bad>::read(Input& in, ::Kinds::Bad& value) { codec<StringMember>::read(in, value.why); }

}  // namespace classic
}  // namespace dimma
