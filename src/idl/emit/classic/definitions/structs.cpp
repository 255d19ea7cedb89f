#include "idl/emit/classic/definitions/structs.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

void write_struct(cxx::Writer& writer, const Struct& structure, const cxx::Context& context) {
  writer.blank_line();
  writer.write("/// struct $idl$\nstruct $name$ {",
               {{"idl", structure.full_name()}, {"name", cxx::identifier(structure)}});
  {
    const cxx::Writer::Indentation inside(writer);
    writer.write("typedef $var$ _var_type;", {{"var", var_template(structure)}});
    write_nested_types(writer, structure.nested_types, context);
    write_members(writer, structure.members);
  }
  writer.write("};");
  write_var_and_out(writer, structure);
}

}  // namespace dimma::idl::classic
