#include "classic/dynamic/dynamic_call.hpp"

#include "classic/anys/modern_any.hpp"
#include "classic/dynamic/context.hpp"
#include "classic/dynamic/refusals.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/dii.hpp>
#include <dimma/generated/call.hpp>
#include <dimma/generated/cdr/values.hpp>

#include <string>

namespace dimma::classic {

namespace {

template <class T>
T* or_new(T* given) {
  return given == nullptr ? new T : T::_duplicate(given);
}

CORBA::NamedValue_ptr or_void(CORBA::NamedValue_ptr given) {
  if (given != nullptr) return CORBA::NamedValue::_duplicate(given);
  return new CORBA::NamedValue(nullptr, CORBA::Any(), CORBA::ARG_OUT);
}

const ::CORBA::Any& modern_value(const CORBA::NamedValue& argument) { return AnyAccess::modern(*argument.value()); }

// Replaces the value by one of the same type.
void read_value(cdr::Decoder& in, const CORBA::NamedValue& argument) {
  AnyAccess::set(*argument.value(), cdr::read_any_value(in, modern_value(argument).type()));
}

}  // namespace

DynamicCall::DynamicCall(const CORBA::Object& target, const char* operation, CORBA::NVList_ptr argument_list,
                         CORBA::NamedValue_ptr result_value, CORBA::ExceptionList_ptr exception_list,
                         CORBA::ContextList_ptr context_list, CORBA::Context_ptr given_context)
    : arguments(or_new(argument_list)),
      result(or_void(result_value)),
      exceptions(or_new(exception_list)),
      contexts(or_new(context_list)),
      context(CORBA::Context::_duplicate(given_context)),
      target_(modern_of(target)),
      operation_(operation) {}

void DynamicCall::check() const {
  for (CORBA::ULong i = 0; i != arguments->count(); ++i) {
    const CORBA::NamedValue& argument = *arguments->item(i);
    const CORBA::Flags way = argument.flags() & CORBA::ARG_INOUT;
    const ::CORBA::Any& value = modern_value(argument);
    const char* lacks = nullptr;
    if (way == 0) lacks = "no direction";
    if ((way & CORBA::ARG_IN) != 0 && value._value() == nullptr) lacks = "no value";
    if (way == CORBA::ARG_OUT && value._type().kind() == ::CORBA::TCKind::tk_null) lacks = "no type";
    if (lacks == nullptr) continue;
    std::string detail = "argument " + std::to_string(i + 1);
    if (*argument.name() != '\0') detail += std::string(" (") + argument.name() + ")";
    detail += " of " + operation_ + " has " + lacks;
    refuse_argument(detail.c_str());
  }
}

void DynamicCall::write(cdr::Encoder& out) const {
  const cdr::WritingValues values(out);
  for (CORBA::ULong i = 0; i != arguments->count(); ++i) {
    const CORBA::NamedValue& argument = *arguments->item(i);
    if ((argument.flags() & CORBA::ARG_IN) != 0) cdr::write_any_value(out, modern_value(argument));
  }
  if (contexts->count() != 0) cdr::write(out, properties_to_send(context.in(), *contexts.in()));
}

void DynamicCall::read(cdr::Decoder& in) {
  const cdr::ReadingValues values(in);
  if (modern_value(*result.in())._type().kind() != ::CORBA::TCKind::tk_null) read_value(in, *result.in());
  for (CORBA::ULong i = 0; i != arguments->count(); ++i) {
    const CORBA::NamedValue& argument = *arguments->item(i);
    if ((argument.flags() & CORBA::ARG_OUT) != 0) read_value(in, argument);
  }
}

void DynamicCall::raise(cdr::Decoder& in) const {
  cdr::Decoder ahead = in;
  const std::string id(ahead.get_string_view());
  for (CORBA::ULong i = 0; i != exceptions->count(); ++i) {
    const auto type = modern_of(exceptions->item(i));
    if (type->_without_aliases().id() == id) throw ::CORBA::UnknownUserException(cdr::read_any_value(in, type));
  }
}

void DynamicCall::perform(bool oneway) {
  const auto raise_known = [this](cdr::Decoder& in) { raise(in); };
  const UserExceptionReader reader(raise_known);
  const dimma::Operation operation{operation_, oneway, {}, &reader};
  dimma::call(
      *target_, operation, [this](cdr::Encoder& out) { write(out); }, [this](cdr::Decoder& in) { read(in); });
}

}  // namespace dimma::classic
