#include "idl/emit/classic/typecodes/typecode_numbers.hpp"

namespace dimma::idl::classic {

namespace {

TypeCodeKind kind_of_interface(const Interface& interface) {
  switch (interface.interface_kind) {
    case InterfaceKind::Abstract:
      return TypeCodeKind::AbstractInterface;
    case InterfaceKind::Local:
      return TypeCodeKind::LocalInterface;
    case InterfaceKind::Regular:
      break;
  }
  return TypeCodeKind::ObjectReference;
}

}  // namespace

TypeCodeKind kind_of(BasicKind basic) {
  switch (basic) {
    case BasicKind::Boolean:
      return TypeCodeKind::Boolean;
    case BasicKind::Char:
      return TypeCodeKind::Char;
    case BasicKind::WChar:
      return TypeCodeKind::WChar;
    case BasicKind::Octet:
      return TypeCodeKind::Octet;
    case BasicKind::Short:
      return TypeCodeKind::Short;
    case BasicKind::UShort:
      return TypeCodeKind::UShort;
    case BasicKind::Long:
      return TypeCodeKind::Long;
    case BasicKind::ULong:
      return TypeCodeKind::ULong;
    case BasicKind::LongLong:
      return TypeCodeKind::LongLong;
    case BasicKind::ULongLong:
      return TypeCodeKind::ULongLong;
    case BasicKind::Float:
      return TypeCodeKind::Float;
    case BasicKind::Double:
      return TypeCodeKind::Double;
    case BasicKind::LongDouble:
      return TypeCodeKind::LongDouble;
    case BasicKind::Any:
      return TypeCodeKind::Any;
    case BasicKind::TypeCode:
      return TypeCodeKind::TypeCode;
    case BasicKind::Object:
      return TypeCodeKind::ObjectReference;
    case BasicKind::ValueBase:
      return TypeCodeKind::Value;
    default:
      return TypeCodeKind::Void;  // the others are refused
  }
}

TypeCodeKind kind_of(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Enum:
      return TypeCodeKind::Enum;
    case DeclarationKind::Exception:
      return TypeCodeKind::Exception;
    case DeclarationKind::Interface:
      return kind_of_interface(as<Interface>(declaration));
    case DeclarationKind::Struct:
      return TypeCodeKind::Struct;
    case DeclarationKind::Typedef:
      return TypeCodeKind::Alias;
    case DeclarationKind::Union:
      return TypeCodeKind::Union;
    case DeclarationKind::ValueBox:
      return TypeCodeKind::ValueBox;
    case DeclarationKind::ValueType:
      return TypeCodeKind::Value;
    default:
      return TypeCodeKind::Void;  // the others are refused
  }
}

TypeCodeKind kind_of(const Type& type) {
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::Basic:
      return kind_of(as<BasicType>(resolved).basic);
    case TypeKind::String:
      return TypeCodeKind::String;
    case TypeKind::WString:
      return TypeCodeKind::WString;
    case TypeKind::Sequence:
      return TypeCodeKind::Sequence;
    case TypeKind::Array:
      return TypeCodeKind::Array;
    case TypeKind::Fixed:
      return TypeCodeKind::Fixed;
    case TypeKind::Named:
      return kind_of(*as<NamedType>(resolved).declaration);
    case TypeKind::Map:
      break;  // refused
  }
  return TypeCodeKind::Void;
}

}  // namespace dimma::idl::classic
