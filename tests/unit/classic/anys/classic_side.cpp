#include "classic_side.hpp"

#include "kinds.hpp"

namespace classic_side {

namespace {

class Local : public virtual CORBA::LocalObject {};

}  // namespace

CORBA::Any* any_of_point(int x) {
  CORBA::Any_var any = new CORBA::Any;
  Kinds::Point point = {x, 0.5};
  any.inout() <<= point;
  return any._retn();
}

CORBA::Any* any_of_carrier(CORBA::Object_ptr object) {
  CORBA::Any_var any = new CORBA::Any;
  const Kinds::Carrier_var carrier = Kinds::Carrier::_unchecked_narrow(object);
  any.inout() <<= carrier.in();
  return any._retn();
}

CORBA::Any* new_any() { return new CORBA::Any; }
void delete_any(CORBA::Any* any) { delete any; }

int long_in(const CORBA::Any& any) {
  CORBA::Long number = -1;
  any >>= number;
  return number;
}

CORBA::Object_ptr carrier_in(const CORBA::Any& any) {
  Kinds::Carrier_ptr carrier = nullptr;
  any >>= carrier;
  return Kinds::Carrier::_duplicate(carrier);
}

CORBA::Object_ptr new_local_object() { return new Local; }
CORBA::Object_ptr duplicate(CORBA::Object_ptr object) { return CORBA::Object::_duplicate(object); }
void release(CORBA::Object_ptr object) { CORBA::release(object); }

}  // namespace classic_side
