#include "unit/classic/objects/echo.hh"

#include <dimma/classic/generated/call.hpp>
#include <dimma/classic/generated/input.hpp>
#include <dimma/classic/generated/output.hpp>

#include <cstring>

namespace dimma {
namespace classic {

void codec< ::classic_echoes::Bad>::write(Output& out, const ::classic_echoes::Bad& value) {
  codec<StringMember>::write(out, value.why);
  out.put(value.code);
}
void codec< ::classic_echoes::Bad>::read(Input& in, ::classic_echoes::Bad& value) {
  codec<StringMember>::read(in, value.why);
  value.code = in.get< ::CORBA::Long>();
}
void codec< ::classic_echoes::Item>::write(Output& out, const ::classic_echoes::Item& value) {
  codec<StringMember>::write(out, value.name);
  out.put(value.number);
}
void codec< ::classic_echoes::Item>::read(Input& in, ::classic_echoes::Item& value) {
  codec<StringMember>::read(in, value.name);
  value.number = in.get< ::CORBA::Long>();
}

}  // namespace classic
}  // namespace dimma

namespace classic_echoes {

using ::dimma::classic::codec;
using ::dimma::classic::Input;
using ::dimma::classic::no_values;
using ::dimma::classic::Output;

namespace {
const ::dimma::classic::ExceptionEntry raises_bad[] = {{"IDL:Echoes/Bad:1.0", &::dimma::classic::raise_exception<Bad>}};
}

void Bad::_encode(Output& out) const { codec<Bad>::write(out, *this); }

const ::dimma::classic::Interface Base::_interface = {"IDL:Echoes/Base:1.0", &::dimma::classic::make_stub<Base>};

void* Base::_as(const ::dimma::classic::Interface& interface) {
  return &interface == &_interface ? this : ::CORBA::Object::_as(interface);
}

::CORBA::Boolean Base::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, _interface.repository_id) == 0 || ::CORBA::Object::_has_interface(repository_id);
}

void Base::ping() {
  static const ::dimma::classic::Operation operation = {"ping", false, nullptr, 0, nullptr, false};
  ::dimma::classic::call(*this, operation, no_values, no_values);
}

const ::dimma::classic::Interface Echo::_interface = {"IDL:Echoes/Echo:1.0", &::dimma::classic::make_stub<Echo>};

void* Echo::_as(const ::dimma::classic::Interface& interface) {
  return &interface == &_interface ? this : Base::_as(interface);
}

::CORBA::Boolean Echo::_has_interface(const char* repository_id) const {
  return std::strcmp(repository_id, _interface.repository_id) == 0 || Base::_has_interface(repository_id);
}

char* Echo::upper(const char* text) {
  static const ::dimma::classic::Operation operation = {"upper", false, nullptr, 0, nullptr, false};
  ::CORBA::String_var result;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { out.put_string(text); }, [&](Input& in) { result = in.get_string(); });
  return result._retn();
}

Items* Echo::repeat(const Item& one, ::CORBA::Long count, Item_out last) {
  static const ::dimma::classic::Operation operation = {"repeat", false, raises_bad, 1, nullptr, false};
  Items_var result(new Items);
  Item_var new_last(new Item);
  ::dimma::classic::call(
      *this, operation,
      [&](Output& out) {
        codec<Item>::write(out, one);
        out.put(count);
      },
      [&](Input& in) {
        codec<Items>::read(in, result.inout());
        codec<Item>::read(in, new_last.inout());
      });
  last = new_last._retn();
  return result._retn();
}

void Echo::extend(Items& all) {
  static const ::dimma::classic::Operation operation = {"extend", false, nullptr, 0, nullptr, true};
  Items received;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { codec<Items>::write(out, all); },
      [&](Input& in) { codec<Items>::read(in, received); });
  all = received;
}

::CORBA::Long Echo::fail(const char* how) {
  static const ::dimma::classic::Operation operation = {"fail", false, raises_bad, 1, nullptr, false};
  ::CORBA::Long result = 0;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { out.put_string(how); },
      [&](Input& in) { result = in.get< ::CORBA::Long>(); });
  return result;
}

Base_ptr Echo::same(Base_ptr object) {
  static const ::dimma::classic::Operation operation = {"same", false, nullptr, 0, nullptr, false};
  Base_var result;
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { out.put_object(object); },
      [&](Input& in) { result = in.get_object<Base>(); });
  return result._retn();
}

void Echo::note(const char* text) {
  static const ::dimma::classic::Operation operation = {"note", true, nullptr, 0, nullptr, false};
  ::dimma::classic::call(
      *this, operation, [&](Output& out) { out.put_string(text); }, no_values);
}

char* Echo::noted() {
  static const ::dimma::classic::Operation operation = {"noted", false, nullptr, 0, nullptr, false};
  ::CORBA::String_var result;
  ::dimma::classic::call(*this, operation, no_values, [&](Input& in) { result = in.get_string(); });
  return result._retn();
}

void Echo::hold() {
  static const ::dimma::classic::Operation operation = {"hold", false, nullptr, 0, nullptr, false};
  ::dimma::classic::call(*this, operation, no_values, no_values);
}

void Echo::release() {
  static const ::dimma::classic::Operation operation = {"release", false, nullptr, 0, nullptr, false};
  ::dimma::classic::call(*this, operation, no_values, no_values);
}

}  // namespace classic_echoes
