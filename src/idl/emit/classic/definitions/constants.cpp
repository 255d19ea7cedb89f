#include "idl/emit/classic/definitions/constants.hpp"

#include "idl/emit/classic/types/spelling.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/literals.hpp"

namespace dimma::idl::classic {

namespace {

std::string constant_type(const Constant& constant) {
  switch (resolve_aliases(*constant.type).kind) {
    case TypeKind::String:
      return "const char* const";
    case TypeKind::WString:
      return "const ::CORBA::WChar* const";
    default:
      return "const " + spell(*constant.type);
  }
}

// Returns true for the types whose constants C++11 initialises within a class: integers and enumerations.
bool is_initialised_in_class(const Constant& constant) {
  const TypeKind kind = resolve_aliases(*constant.type).kind;
  return kind != TypeKind::String && kind != TypeKind::WString && kind != TypeKind::Fixed &&
         !is_floating(*constant.type);
}

// Returns what initialises the constant: " = 3", or the argument of a constructor.
std::string value_of(const Constant& constant) {
  if (const auto* const fixed = std::get_if<FixedValue>(&constant.value)) {
    return "(\"" + cxx::fixed_text(*fixed) + "\")";
  }
  return " = " + cxx::literal(constant.value, *constant.type);
}

}  // namespace

void write_constant(cxx::Writer& writer, const Constant& constant) {
  const bool in_class = !cxx::is_in_namespace(constant);
  const bool has_value = !in_class || is_initialised_in_class(constant);
  writer.write("$static$$type$ $name$$value$;", {{"static", in_class ? "static " : ""},
                                                 {"type", constant_type(constant)},
                                                 {"name", cxx::identifier(constant)},
                                                 {"value", has_value ? value_of(constant) : ""}});
}

void write_constant_source(cxx::Writer& writer, const Constant& constant) {
  if (cxx::is_in_namespace(constant)) return;
  writer.write("$type$ $name$$value$;", {{"type", constant_type(constant)},
                                         {"name", cxx::name_in_namespace(constant)},
                                         {"value", is_initialised_in_class(constant) ? "" : value_of(constant)}});
}

}  // namespace dimma::idl::classic
