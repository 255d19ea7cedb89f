#include "idl/emit/definitions.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "idl/emit/bits.hpp"
#include "idl/emit/member_storage.hpp"
#include "idl/emit/stubs.hpp"
#include "idl/emit/typecodes.hpp"
#include "idl/emit/types.hpp"
#include "idl/emit/values.hpp"

namespace dimma::idl::cxx {

namespace {

void write_typedef(Writer& writer, const Typedef& alias) {
  writer.write("using $name$ = $type$;", {{"name", identifier(alias)}, {"type", spell_aliased(*alias.type)}});
}

// Those that an ORB takes as arguments: they are in <dimma/typecode_factory.hpp>, with what the generated codecs reach.
bool is_class_of_dimma(const Declaration& declaration) {
  constexpr std::array names = {"CORBA::StructMember", "CORBA::UnionMember", "CORBA::ValueMember"};
  return std::find(names.begin(), names.end(), declaration.full_name()) != names.end();
}

bool is_definition(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Bitmask:
    case DeclarationKind::Bitset:
    case DeclarationKind::Constant:
    case DeclarationKind::Enum:
    case DeclarationKind::Exception:
    case DeclarationKind::ForwardDeclaration:
    case DeclarationKind::Interface:
    case DeclarationKind::Native:
    case DeclarationKind::Struct:
    case DeclarationKind::Typedef:
    case DeclarationKind::Union:
    case DeclarationKind::ValueBox:
    case DeclarationKind::ValueType:
      return true;
    default:
      return false;
  }
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

std::vector<const Declaration*> without_repeated_forwards(const std::vector<const Declaration*>& contents) {
  std::set<const Declaration*> known;
  std::vector<const Declaration*> wanted;
  for (const Declaration* declaration : contents) {
    const bool is_forward = declaration->kind == DeclarationKind::ForwardDeclaration;
    const Declaration* meant = is_forward ? as<ForwardDeclaration>(*declaration).target : declaration;
    const bool is_new = known.insert(meant).second;
    if (is_new || !is_forward) wanted.push_back(declaration);
  }
  return wanted;
}

void write_members(Writer& writer, const std::vector<Declaration*>& contents, const Context& context) {
  std::vector<const Declaration*> definitions;
  for (const Declaration* declaration : contents) {
    if (is_definition(*declaration)) definitions.push_back(declaration);
  }
  for (const Declaration* declaration : without_repeated_forwards(definitions)) {
    write_definition(writer, *declaration, context);
  }
  if (!definitions.empty()) writer.blank_line();
}

}  // namespace dimma::idl::cxx
