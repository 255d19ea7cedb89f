#include "idl/emit/classic/types/type_classes.hpp"

#include <algorithm>

namespace dimma::idl::classic {

namespace {

bool is_object(const Type& resolved) {
  if (is_basic(resolved, BasicKind::Object) || is_basic(resolved, BasicKind::TypeCode) || is_value(resolved))
    return true;
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && named->kind == DeclarationKind::Interface;
}

bool is_struct(const Type& resolved) {
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && (named->kind == DeclarationKind::Struct || named->kind == DeclarationKind::Union);
}

template <class Member>
bool any_is_variable(const std::vector<Member*>& members) {
  return std::any_of(members.begin(), members.end(), [](const Member* each) { return is_variable(*each->type); });
}

}  // namespace

bool is_basic(const Type& type, BasicKind kind) {
  const Type& resolved = resolve_aliases(type);
  return resolved.kind == TypeKind::Basic && as<BasicType>(resolved).basic == kind;
}

bool is_value(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_basic(resolved, BasicKind::ValueBase)) return true;
  const Declaration* const named = named_declaration(resolved);
  return named != nullptr && (named->kind == DeclarationKind::ValueType || named->kind == DeclarationKind::ValueBox);
}

bool is_exception_holder(const Type& type) {
  const Declaration* const named = named_declaration(type);
  return named != nullptr && named->kind == DeclarationKind::ValueType &&
         named->full_name() == "Messaging::ExceptionHolder";
}

// A struct or union contains itself only by a sequence, which ends the recursion.
bool is_variable(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_object(resolved) || is_basic(resolved, BasicKind::Any)) return true;
  switch (resolved.kind) {
    case TypeKind::Array:
      return is_variable(*as<ArrayType>(resolved).element);
    case TypeKind::Named:
      return is_variable(*as<NamedType>(resolved).declaration);
    case TypeKind::Basic:
    case TypeKind::Fixed:
      return false;
    default:
      return true;
  }
}

bool is_variable(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Struct:
      return remembered(declaration, Property::VariableLength,
                        [&] { return any_is_variable(as<Struct>(declaration).members); });
    case DeclarationKind::Union:
      return remembered(declaration, Property::VariableLength,
                        [&] { return any_is_variable(as<Union>(declaration).branches); });
    default:
      return false;
  }
}

TypeClass class_of(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  if (is_object(resolved) || is_exception_holder(resolved)) return TypeClass::Object;
  if (is_basic(resolved, BasicKind::Any)) return TypeClass::VariableStruct;
  if (is_struct(resolved)) return is_variable(resolved) ? TypeClass::VariableStruct : TypeClass::FixedStruct;
  switch (resolved.kind) {
    case TypeKind::Fixed:
      return TypeClass::FixedStruct;
    case TypeKind::String:
      return TypeClass::String;
    case TypeKind::WString:
      return TypeClass::WideString;
    case TypeKind::Sequence:
      return TypeClass::Sequence;
    case TypeKind::Array:
      return is_variable(resolved) ? TypeClass::VariableArray : TypeClass::FixedArray;
    default:
      return TypeClass::Scalar;
  }
}

std::uint64_t ArrayShape::count() const {
  std::uint64_t product = 1;
  for (const std::uint64_t dimension : dimensions) product *= dimension;
  return product;
}

ArrayShape shape_of(const Type& array) {
  ArrayShape shape;
  shape.element = &array;
  for (const Type* at = &resolve_aliases(array); at->kind == TypeKind::Array; at = &resolve_aliases(*shape.element)) {
    const auto& dimensions = as<ArrayType>(*at).dimensions;
    shape.dimensions.insert(shape.dimensions.end(), dimensions.begin(), dimensions.end());
    shape.element = as<ArrayType>(*at).element;
  }
  return shape;
}

}  // namespace dimma::idl::classic
