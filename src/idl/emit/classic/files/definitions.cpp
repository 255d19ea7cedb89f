#include "idl/emit/classic/files/definitions.hpp"

#include "idl/emit/classic/definitions/definitions.hpp"
#include "idl/emit/classic/interfaces/interfaces.hpp"

namespace dimma::idl::classic {

namespace {

// Returns the interface that the declaration declares forward; nullptr for any other declaration.
const Interface* forward_interface(const Declaration& declaration) {
  if (declaration.kind != DeclarationKind::ForwardDeclaration) return nullptr;
  const Declaration* const target = as<ForwardDeclaration>(declaration).target;
  return target->kind == DeclarationKind::Interface ? &as<Interface>(*target) : nullptr;
}

}  // namespace

void write_declaration(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  if (declaration.kind == DeclarationKind::Interface) {
    write_interface(writer, as<Interface>(declaration), context);
  } else if (const Interface* const interface = forward_interface(declaration)) {
    write_forward_interface(writer, *interface);
  } else {
    write_definition(writer, declaration, context);
  }
}

void write_declaration_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  if (declaration.kind == DeclarationKind::Interface) {
    const auto& interface = as<Interface>(declaration);
    for (const Declaration* each : interface.contents) write_definition_source(writer, *each, context);
    write_interface_source(writer, interface, context);
  } else if (forward_interface(declaration) == nullptr) {
    write_definition_source(writer, declaration, context);
  }
}

}  // namespace dimma::idl::classic
