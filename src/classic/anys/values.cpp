#include <dimma/classic/generated/any_values.hpp>

#include "classic/anys/modern_any.hpp"
#include "classic/anys/values.hpp"
#include "classic/exceptions/raise.hpp"
#include "classic/exceptions/translation.hpp"
#include "classic/objects/modern.hpp"
#include "classic/streams/over.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/minor.hpp>

namespace dimma::classic {

void HeldValue::write(cdr::Encoder& out, const ::CORBA::TypeCode& /*type*/) const {
  with_modern_exceptions([&] {
    Output output(out);
    value_.how().write(output, value_.get());
  });
}

void insert(CORBA::Any& any, ::CORBA::typecode_reference type, OwnedValue value) {
  AnyAccess::set(any, ::CORBA::Any(std::move(type), new HeldValue(std::move(value))));
}

bool held_object(const CORBA::Any& any, CORBA::Object_var& object) {
  const dimma::AnyValue* const value = AnyAccess::modern(any)._value();
  if (const auto* const held = dynamic_cast<const HeldValue*>(value); held != nullptr && held->is_reference()) {
    object = CORBA::Object::_duplicate(held->object());
    return true;
  }
  const void* const modern = value->of_type(&type_tag<ModernReference>);
  if (modern == nullptr) return false;
  object = classic_of(*static_cast<const ModernReference*>(modern));
  return true;
}

const void* kept_value(const CORBA::Any& any, const ValueType& how) {
  if (const void* const held = AnyAccess::modern(any)._value()->of_type(&how)) return held;
  if (const void* const decoded = AnyAccess::decoded(any, how)) return decoded;
  CORBA::Object_var object;
  if (how.of_object != nullptr && held_object(any, object)) {
    return AnyAccess::keep(any, OwnedValue(how, how.of_object(object.in())));
  }
  OwnedValue read(how, how.make());
  detail::decode_value(any, how, read.get());
  return AnyAccess::keep(any, std::move(read));
}

namespace {

bool is_of(const CORBA::Any& any, CORBA::TypeCode_ptr type) {
  const ::CORBA::Any& modern = AnyAccess::modern(any);
  return modern._value() != nullptr && modern._type().equivalent(modern_of(type));
}

}  // namespace

namespace detail {

void insert_value(CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how, void* value) {
  OwnedValue owned(how, value);
  if (value == nullptr || type == nullptr) {
    raise<CORBA::BAD_PARAM>(minor::bad_param_argument, CORBA::COMPLETED_NO,
                            "a null pointer cannot be inserted into an Any");
  }
  insert(any, modern_of(type), std::move(owned));
}

const void* kept_value(const CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how) {
  return is_of(any, type) ? classic::kept_value(any, how) : nullptr;
}

CORBA::Boolean find_value(const CORBA::Any& any, CORBA::TypeCode_ptr type, const ValueType& how, const void*& held) {
  if (!is_of(any, type)) return false;
  held = AnyAccess::modern(any)._value()->of_type(&how);
  return true;
}

void decode_value(const CORBA::Any& any, const ValueType& how, void* value) {
  with_classic_exceptions([&] {
    cdr::read_any_value(AnyAccess::modern(any), [&](cdr::Decoder& in) {
      Input input(in);
      how.read(input, value);
    });
  });
}

}  // namespace detail

void codec<CORBA::Any>::write(Output& out, const CORBA::Any& value) {
  cdr::codec<::CORBA::Any>::write(out.commit(), AnyAccess::modern(value));
  out.reload();
}

void codec<CORBA::Any>::read(Input& in, CORBA::Any& value) {
  ::CORBA::Any read;
  cdr::codec<::CORBA::Any>::read(in.commit(), read);
  in.reload();
  AnyAccess::set(value, std::move(read));
}

}  // namespace dimma::classic
