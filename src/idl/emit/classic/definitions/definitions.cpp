#include "idl/emit/classic/definitions/definitions.hpp"

#include "idl/emit/classic/definitions/constants.hpp"
#include "idl/emit/classic/definitions/enums.hpp"
#include "idl/emit/classic/definitions/exceptions.hpp"
#include "idl/emit/classic/definitions/structs.hpp"
#include "idl/emit/classic/definitions/typedefs.hpp"
#include "idl/emit/classic/definitions/union_functions.hpp"
#include "idl/emit/classic/definitions/unions.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

void write_forward_declaration(cxx::Writer& writer, const Declaration& target) {
  if (target.kind == DeclarationKind::Struct) writer.write("struct $name$;", {{"name", cxx::identifier(target)}});
  if (target.kind == DeclarationKind::Union) writer.write("class $name$;", {{"name", cxx::identifier(target)}});
}

void write_sources(cxx::Writer& writer, const std::vector<Declaration*>& declarations, const cxx::Context& context) {
  for (const Declaration* each : declarations) write_definition_source(writer, *each, context);
}

}  // namespace

void write_definition(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  switch (declaration.kind) {
    case DeclarationKind::Constant:
      write_constant(writer, as<Constant>(declaration));
      break;
    case DeclarationKind::Enum:
      write_enum(writer, as<Enum>(declaration));
      break;
    case DeclarationKind::Exception:
      write_exception(writer, as<Exception>(declaration), context);
      break;
    case DeclarationKind::ForwardDeclaration:
      write_forward_declaration(writer, *as<ForwardDeclaration>(declaration).target);
      break;
    case DeclarationKind::Struct:
      write_struct(writer, as<Struct>(declaration), context);
      break;
    case DeclarationKind::Typedef:
      write_typedef(writer, as<Typedef>(declaration));
      break;
    case DeclarationKind::Union:
      write_union(writer, as<Union>(declaration), context);
      break;
    default:
      break;
  }
}

void write_definition_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  switch (declaration.kind) {
    case DeclarationKind::Constant:
      write_constant_source(writer, as<Constant>(declaration));
      break;
    case DeclarationKind::Exception:
      write_sources(writer, as<Exception>(declaration).nested_types, context);
      write_exception_source(writer, as<Exception>(declaration));
      break;
    case DeclarationKind::Struct:
      write_sources(writer, as<Struct>(declaration).nested_types, context);
      break;
    case DeclarationKind::Union:
      write_sources(writer, as<Union>(declaration).nested_types, context);
      write_union_source(writer, as<Union>(declaration));
      break;
    default:
      break;
  }
}

}  // namespace dimma::idl::classic
