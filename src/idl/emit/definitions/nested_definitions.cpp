#include "idl/emit/definitions/nested_definitions.hpp"

#include <set>

namespace dimma::idl::cxx {

namespace {

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

}  // namespace

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

void write_nested_definitions(Writer& writer, const std::vector<Declaration*>& contents, const Context& context) {
  std::vector<const Declaration*> definitions;
  for (const Declaration* declaration : contents) {
    if (is_definition(*declaration)) definitions.push_back(declaration);
  }
  for (const Declaration* declaration : without_repeated_forwards(definitions)) {
    context.write_definition(writer, *declaration, context);
  }
  if (!definitions.empty()) writer.blank_line();
}

}  // namespace dimma::idl::cxx
