#include "idl/emit/files/definitions.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "idl/emit/definitions/bits.hpp"
#include "idl/emit/definitions/constants.hpp"
#include "idl/emit/definitions/enums.hpp"
#include "idl/emit/definitions/exceptions.hpp"
#include "idl/emit/definitions/structs.hpp"
#include "idl/emit/definitions/typecodes.hpp"
#include "idl/emit/definitions/unions.hpp"
#include "idl/emit/interfaces/stubs.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/emit/types/typecode_kinds.hpp"
#include "idl/emit/types/types.hpp"
#include "idl/emit/values/value_boxes.hpp"
#include "idl/emit/values/values.hpp"

namespace dimma::idl::cxx {

namespace {

void write_typedef(Writer& writer, const Typedef& alias) {
  writer.write("using $name$ = $type$;", {{"name", identifier(alias)}, {"type", spell_aliased(*alias.type)}});
}

// Returns true for types that the ORB's functions take as arguments: <dimma/typecode_factory.hpp> defines them, with
// access for codecs.
bool is_class_of_dimma(const Declaration& declaration) {
  constexpr std::array names = {"CORBA::StructMember", "CORBA::UnionMember", "CORBA::ValueMember"};
  return std::find(names.begin(), names.end(), declaration.full_name()) != names.end();
}

void write_type(Writer& writer, const Declaration& declaration, const Context& context) {
  switch (declaration.kind) {
    case DeclarationKind::Bitmask:
      write_bitmask(writer, as<Bitmask>(declaration));
      break;
    case DeclarationKind::Bitset:
      write_bitset(writer, as<Bitset>(declaration));
      break;
    case DeclarationKind::Constant:
      write_constant(writer, as<Constant>(declaration));
      break;
    case DeclarationKind::Enum:
      write_enum(writer, as<Enum>(declaration), context);
      break;
    case DeclarationKind::Exception:
      write_exception(writer, as<Exception>(declaration), context);
      break;
    case DeclarationKind::ForwardDeclaration:
      writer.write("$kind$ $name$;",
                   {{"kind", has_public_members(*as<ForwardDeclaration>(declaration).target) ? "struct" : "class"},
                    {"name", identifier(*as<ForwardDeclaration>(declaration).target)}});
      if (is_defined_elsewhere(*as<ForwardDeclaration>(declaration).target)) {
        write_typecode_declaration(writer, *as<ForwardDeclaration>(declaration).target);
      }
      break;
    case DeclarationKind::Interface:
      write_stub_class(writer, as<Interface>(declaration), context);
      break;
    case DeclarationKind::Native:
      writer.write("using $name$ = void*;", {{"name", identifier(declaration)}});
      break;
    case DeclarationKind::Struct:
      if (!is_class_of_dimma(declaration)) write_struct(writer, as<Struct>(declaration), context);
      break;
    case DeclarationKind::Typedef:
      write_typedef(writer, as<Typedef>(declaration));
      break;
    case DeclarationKind::Union:
      write_union(writer, as<Union>(declaration), context);
      break;
    case DeclarationKind::ValueBox:
      write_value_box_class(writer, as<ValueBox>(declaration));
      break;
    case DeclarationKind::ValueType:
      write_value_class(writer, as<ValueType>(declaration), context);
      break;
    default:
      break;
  }
}

}  // namespace

void write_definition(Writer& writer, const Declaration& declaration, const Context& context) {
  write_type(writer, declaration, context);
  if (has_typecode(declaration)) write_typecode_declaration(writer, declaration);
}

}  // namespace dimma::idl::cxx
