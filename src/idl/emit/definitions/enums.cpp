#include "idl/emit/definitions/enums.hpp"

#include "idl/emit/names/names.hpp"
#include "idl/emit/types/basic_types.hpp"
#include "idl/emit/types/enum_queries.hpp"

namespace dimma::idl::cxx {

void write_enum(Writer& writer, const Enum& enumeration, const Context& context) {
  std::vector<std::string> enumerators;
  const bool with_values = has_own_values(enumeration);
  bool seems_to_hide = false;  // g++ looks up scoped enumerators in the enclosing scopes, and warns
  for (const Enumerator* enumerator : enumeration.enumerators) {
    seems_to_hide = seems_to_hide || context.names.declares(identifier(*enumerator));
    enumerators.push_back(identifier(*enumerator) + (with_values ? " = " + std::to_string(enumerator->value) : ""));
  }
  writer.blank_line();
  if (seems_to_hide) writer.write("#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wshadow\"\n");
  writer.write(R"(
/// enum $idl$
enum class $name$ : $underlying$ { $enumerators$ };
)",
               {{"idl", enumeration.full_name()},
                {"name", identifier(enumeration)},
                {"underlying", unsigned_type(enumeration.bit_bound).cxx},
                {"enumerators", join(enumerators, ", ")}});
  if (seems_to_hide) writer.write("#pragma GCC diagnostic pop\n");
  writer.blank_line();
}

}  // namespace dimma::idl::cxx
