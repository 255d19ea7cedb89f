#include "idl/emit/classic/files/definitions.hpp"

#include "idl/emit/classic/ami/asynchronous.hpp"
#include "idl/emit/classic/anys/typecode_constants.hpp"
#include "idl/emit/classic/definitions/definitions.hpp"
#include "idl/emit/classic/files/any_files.hpp"
#include "idl/emit/classic/interfaces/interfaces.hpp"
#include "idl/emit/classic/valuetypes/value_boxes.hpp"
#include "idl/emit/classic/valuetypes/value_classes.hpp"
#include "idl/emit/classic/valuetypes/value_names.hpp"
#include "idl/emit/names/names.hpp"

namespace dimma::idl::classic {

namespace {

// Returns the interface that the declaration declares forward; nullptr for any other declaration.
const Interface* forward_interface(const Declaration& declaration) {
  if (declaration.kind != DeclarationKind::ForwardDeclaration) return nullptr;
  const Declaration* const target = as<ForwardDeclaration>(declaration).target;
  return target->kind == DeclarationKind::Interface ? &as<Interface>(*target) : nullptr;
}

bool is_forward_value(const Declaration& declaration) {
  return declaration.kind == DeclarationKind::ForwardDeclaration &&
         as<ForwardDeclaration>(declaration).target->kind == DeclarationKind::ValueType;
}

// The constants of classes are in the stub header even if those of namespaces are in another file.
bool declares_typecode(const Declaration& declaration, const cxx::Context& context) {
  if (cxx::is_in_namespace(declaration)) return context.options.classic.stub_header_has_any_code();
  return context.options.classic.any_code != AnyCode::None;
}

}  // namespace

void write_declaration(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  if (declaration.kind == DeclarationKind::Interface) {
    write_interface(writer, as<Interface>(declaration), context);
  } else if (const Interface* const interface = forward_interface(declaration)) {
    write_forward_interface(writer, *interface);
  } else if (is_forward_value(declaration)) {
    write_value_names(writer, *as<ForwardDeclaration>(declaration).target);
  } else if (declaration.kind == DeclarationKind::ValueType) {
    write_value_class(writer, as<ValueType>(declaration), context);
  } else if (declaration.kind == DeclarationKind::ValueBox) {
    write_value_box(writer, as<ValueBox>(declaration));
  } else {
    write_definition(writer, declaration, context);
  }
  if (declares_typecode(declaration, context)) write_typecode_declaration(writer, declaration);
}

void write_declaration_source(cxx::Writer& writer, const Declaration& declaration, const cxx::Context& context) {
  if (declaration.kind == DeclarationKind::Interface) {
    const auto& interface = as<Interface>(declaration);
    for (const Declaration* each : interface.contents) write_definition_source(writer, *each, context);
    write_interface_source(writer, interface, context);
    write_asynchronous_source(writer, interface, context);
  } else if (declaration.kind == DeclarationKind::ValueType) {
    const auto& value = as<ValueType>(declaration);
    for (const Declaration* each : value.contents) write_definition_source(writer, *each, context);
    write_value_class_source(writer, value, context);
  } else if (declaration.kind == DeclarationKind::ValueBox) {
    write_value_box_source(writer, as<ValueBox>(declaration), context);
  } else if (forward_interface(declaration) == nullptr) {
    write_definition_source(writer, declaration, context);
  }
}

}  // namespace dimma::idl::classic
