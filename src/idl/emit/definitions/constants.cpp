#include "idl/emit/definitions/constants.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/literals.hpp"
#include "idl/emit/types/types.hpp"

namespace dimma::idl::cxx {

void write_constant(Writer& writer, const Constant& constant) {
  const TypeKind kind = resolve_aliases(*constant.type).kind;
  const auto* const fixed = std::get_if<FixedValue>(&constant.value);
  const bool is_object = kind == TypeKind::String || kind == TypeKind::WString || fixed != nullptr;
  const bool in_class = !is_in_namespace(constant);
  const std::string specifiers = std::string(in_class ? "static " : "") + (is_object  ? "inline const"
                                                                           : in_class ? "constexpr"
                                                                                      : "inline constexpr");
  writer.write("$specifiers$ $type$ $name$ = $value$;",
               {{"specifiers", specifiers},
                {"type", fixed != nullptr ? fixed_type(*fixed) : spell(*constant.type)},
                {"name", identifier(constant)},
                {"value", literal(constant.value, *constant.type)}});
}

}  // namespace dimma::idl::cxx
