// The stub and the skeleton of Kinds::Carrier.

#include "kinds.hpp"

#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/local_call.hpp>
#include <dimma/classic/generated/skeleton.hpp>

#include <cstring>

namespace {

using ::dimma::classic::codec;
using ::dimma::classic::Input;
using ::dimma::classic::Interface;
using ::dimma::classic::LocalCall;
using ::dimma::classic::Operation;
using ::dimma::classic::Output;
using ::dimma::classic::ServerRequest;

const char carrier_id[] = "IDL:Kinds/Carrier:1.0";

POA_Kinds::Carrier& servant(void* object) { return *static_cast<POA_Kinds::Carrier*>(object); }

void serve_all(void* object, ServerRequest& request) {
  CORBA::AnySeq values;
  codec<CORBA::AnySeq>::read(request.arguments(), values);
  const CORBA::AnySeq_var result = servant(object).all(values);
  request.reply_in_parts([&](Output& out) { codec<CORBA::AnySeq>::write(out, result.in()); });
}

void serve_carry(void* object, ServerRequest& request) {
  CORBA::Any value;
  codec<CORBA::Any>::read(request.arguments(), value);
  CORBA::Any_var twice;
  const CORBA::Any_var result = servant(object).carry(value, twice.out());
  request.reply([&](Output& out) {
    codec<CORBA::Any>::write(out, result.in());
    codec<CORBA::Any>::write(out, twice.in());
  });
}

void serve_type_of(void* object, ServerRequest& request) {
  CORBA::Any value;
  codec<CORBA::Any>::read(request.arguments(), value);
  const CORBA::TypeCode_var result = servant(object).type_of(value);
  request.reply([&](Output& out) { ::dimma::classic::write_typecode(out, result.in()); });
}

const char* const raises[] = {"IDL:Kinds/Bad:1.0"};
const ::dimma::classic::SkeletonEntry entries[] = {
    {"all", &serve_all, nullptr, 0}, {"carry", &serve_carry, raises, 1}, {"type_of", &serve_type_of, nullptr, 0}};

}  // namespace

namespace Kinds {

const Interface Carrier::_interface = {carrier_id, &::dimma::classic::make_stub<Carrier>};

void* Carrier::_as(const Interface& interface) { return &interface == &_interface ? this : Object::_as(interface); }

CORBA::Boolean Carrier::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, carrier_id) == 0 || Object::_has_interface(repository_id);
}

CORBA::Any* Carrier::carry(const CORBA::Any& value, CORBA::Any_out twice) {
  static const ::dimma::classic::ExceptionEntry bad[] = {{raises[0], &::dimma::classic::raise_exception<Bad>}};
  static const Operation operation = {"carry", false, bad, 1, nullptr, false};
  const LocalCall local(*this, operation, _interface);
  if (local.is_here()) {
    try {
      return local.servant<POA_Kinds::Carrier>()->carry(value, twice);
    } catch (...) {
      local.raise();
    }
  }
  CORBA::Any_var result = new CORBA::Any;
  CORBA::Any_var other = new CORBA::Any;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { codec<CORBA::Any>::write(out, value); },
      [&](Input& in) {
        codec<CORBA::Any>::read(in, result.inout());
        codec<CORBA::Any>::read(in, other.inout());
      });
  twice = other._retn();
  return result._retn();
}

CORBA::TypeCode_ptr Carrier::type_of(const CORBA::Any& value) {
  static const Operation operation = {"type_of", false, nullptr, 0, nullptr, false};
  CORBA::TypeCode_var result;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { codec<CORBA::Any>::write(out, value); },
      [&](Input& in) { result = ::dimma::classic::read_typecode(in); });
  return result._retn();
}

CORBA::AnySeq* Carrier::all(const CORBA::AnySeq& values) {
  static const Operation operation = {"all", false, nullptr, 0, nullptr, true};
  CORBA::AnySeq_var result = new CORBA::AnySeq;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { codec<CORBA::AnySeq>::write(out, values); },
      [&](Input& in) { codec<CORBA::AnySeq>::read(in, result.inout()); });
  return result._retn();
}

}  // namespace Kinds

namespace POA_Kinds {

Kinds::Carrier_ptr Carrier::_this() { return static_cast<Kinds::Carrier*>(_this_as(Kinds::Carrier::_interface)); }

bool Carrier::_dispatch(ServerRequest& request) {
  return ::dimma::classic::serve(entries, this, request) || ServantBase::_dispatch(request);
}

void* Carrier::_operations(const Interface& interface) {
  return &interface == &Kinds::Carrier::_interface ? this : ServantBase::_operations(interface);
}

const char* Carrier::_most_derived_id() const { return carrier_id; }

CORBA::Boolean Carrier::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, carrier_id) == 0 || ServantBase::_has_interface(repository_id);
}

}  // namespace POA_Kinds
