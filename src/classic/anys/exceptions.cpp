// The operators of exceptions.

#include <dimma/classic/any_exceptions.hpp>
#include <dimma/classic/generated/any_values.hpp>

#include "classic/exceptions/raise.hpp"
#include "classic/typecodes/modern_typecode.hpp"

#include <dimma/generated/typecode_of.hpp>
#include <dimma/minor.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <string_view>

namespace dimma::classic {

namespace {

// The codec of all system exceptions.
template <class E>
struct SystemValues : detail::NewValues<E> {
  static void write(Output& out, const void* value) {
    const E& exception = *static_cast<const E*>(value);
    out.put_string(exception._rep_id());
    out.put(exception.minor());
    out.put(static_cast<CORBA::ULong>(exception.completed()));
  }
  static void read(Input& in, void* value) {
    E& exception = *static_cast<E*>(value);
    const CORBA::String_var repository_id(in.get_string());
    exception.minor(in.get<CORBA::ULong>());
    exception.completed(static_cast<CORBA::CompletionStatus>(in.get_enum(CORBA::COMPLETED_MAYBE + 1)));
  }
};

template <class E>
void insert_system(CORBA::Any& any, CORBA::TypeCode_ptr type, const CORBA::SystemException& exception) {
  detail::insert_value(any, type, detail::ValueTypeOf<SystemValues<E>>::value, new E(static_cast<const E&>(exception)));
}

struct SystemEntry {
  std::string_view repository_id;
  CORBA::TypeCode_ptr type;
  void (*insert)(CORBA::Any& any, CORBA::TypeCode_ptr type, const CORBA::SystemException& exception);
};

}  // namespace

#define DIMMA_CLASSIC_EXCEPTION_TYPECODE(NAME)                                \
  static constinit CORBA::TypeCode typecode_##NAME =                          \
      TypeCodeAccess::constant(dimma::typecode_of<::CORBA::NAME>::value);     \
  constinit const CORBA::TypeCode_ptr CORBA::_tc_##NAME = &typecode_##NAME;   \
  CORBA::Boolean CORBA::operator>>=(const Any& any, const NAME*& exception) { \
    return detail::extract<SystemValues<NAME>>(any, _tc_##NAME, exception);   \
  }
DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_EXCEPTION_TYPECODE)
#undef DIMMA_CLASSIC_EXCEPTION_TYPECODE

namespace {

constexpr SystemEntry system_entries[] = {
#define DIMMA_CLASSIC_SYSTEM_ENTRY(NAME) {::CORBA::NAME::repository_id, &typecode_##NAME, &insert_system<CORBA::NAME>},
    DIMMA_CLASSIC_SYSTEM_EXCEPTIONS(DIMMA_CLASSIC_SYSTEM_ENTRY)
#undef DIMMA_CLASSIC_SYSTEM_ENTRY
};

}  // namespace

namespace CORBA {

void UserException::_insert(Any&) const {
  raise<NO_IMPLEMENT>(minor::no_implement_unsupported, COMPLETED_NO,
                      "the exception cannot be inserted into an Any: its IDL was compiled without code for Any");
}

void operator<<=(Any& any, const Exception& exception) {
  if (const auto* const user = UserException::_downcast(&exception)) return user->_insert(any);
  const auto* const entry =
      std::ranges::find(system_entries, std::string_view(exception._rep_id()), &SystemEntry::repository_id);
  if (entry != std::end(system_entries)) {
    entry->insert(any, entry->type, dynamic_cast<const SystemException&>(exception));
  }
}

void operator<<=(Any& any, Exception* exception) {
  const std::unique_ptr<Exception> owner(exception);
  if (exception == nullptr) {
    raise<BAD_PARAM>(minor::bad_param_argument, COMPLETED_NO, "a null pointer cannot be inserted into an Any");
  }
  any <<= *exception;
}

}  // namespace CORBA

}  // namespace dimma::classic
