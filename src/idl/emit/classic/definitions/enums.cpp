#include "idl/emit/classic/definitions/enums.hpp"

#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

void write_enum(cxx::Writer& writer, const Enum& enumeration) {
  std::vector<std::string> enumerators;
  for (const Enumerator* each : enumeration.enumerators) enumerators.push_back(cxx::identifier(*each));
  writer.blank_line();
  writer.write(R"(
/// enum $idl$
enum $name$ { $enumerators$ };
typedef $name$& $name$_out;
)",
               {{"idl", enumeration.full_name()},
                {"name", cxx::identifier(enumeration)},
                {"enumerators", cxx::join(enumerators, ", ")}});
  writer.blank_line();
}

}  // namespace dimma::idl::classic
