#include "idl/emit/types/typecode_kinds.hpp"

#include <algorithm>
#include <set>

#include "idl/emit/types/value_queries.hpp"

namespace dimma::idl::cxx {

const char* typecode_kind(const Declaration& declaration) {
  switch (declaration.kind) {
    case DeclarationKind::Struct:
      return "struct";
    case DeclarationKind::Union:
      return "union";
    case DeclarationKind::Enum:
      return "enum";
    case DeclarationKind::Exception:
      return "except";
    case DeclarationKind::ValueType:
      return "value";
    case DeclarationKind::ValueBox:
      return "value_box";
    case DeclarationKind::Typedef:
    case DeclarationKind::Bitmask:
    case DeclarationKind::Bitset:
      return "alias";
    case DeclarationKind::Interface:
      switch (as<Interface>(declaration).interface_kind) {
        case InterfaceKind::Regular:
          return "objref";
        case InterfaceKind::Abstract:
          return "abstract_interface";
        case InterfaceKind::Local:
          return "local_interface";
      }
      return "";
    default:
      return "";
  }
}

namespace {

// Returns true if the declaration is defined neither in this file nor in another one.
bool is_without_definition(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::ValueType) return !as<ValueType>(declaration).is_defined;
  if (declaration.kind != DeclarationKind::Interface) return false;
  return !as<Interface>(declaration).is_defined && !is_defined_elsewhere(declaration);
}

// Determines whether all parts of a type have a TypeCode. Types that are not part of CORBA have none.
class Typed {
 public:
  bool covers(const Declaration& declaration) {
    if (*typecode_kind(declaration) == '\0' || is_without_definition(declaration)) return false;
    if (!visited_.insert(&declaration).second) return true;
    switch (declaration.kind) {
      case DeclarationKind::Typedef:
        return covers(*as<Typedef>(declaration).type);
      case DeclarationKind::Struct:
        return all_of(as<Struct>(declaration).members) &&
               (as<Struct>(declaration).base == nullptr || covers(*as<Struct>(declaration).base));
      case DeclarationKind::Union:
        return all_of(as<Union>(declaration).branches);
      case DeclarationKind::ValueType: {
        const auto& value = as<ValueType>(declaration);
        return all_of(state_of(value)) && (state_base(value) == nullptr || covers(*state_base(value)));
      }
      case DeclarationKind::ValueBox:
        return covers(*as<ValueBox>(declaration).boxed);
      case DeclarationKind::Exception:
        return all_of(as<Exception>(declaration).members);
      default:
        return true;
    }
  }

 private:
  template <class Members>
  bool all_of(const Members& members) {
    return std::all_of(members.begin(), members.end(), [this](const auto* member) {
      return !member->is_marked("optional") && this->covers(*member->type);
    });
  }

  bool covers(const Type& type) {
    switch (type.kind) {
      case TypeKind::Named:
        return covers(*as<NamedType>(type).declaration);
      case TypeKind::Sequence:
        return covers(*as<SequenceType>(type).element);
      case TypeKind::Array:
        return covers(*as<ArrayType>(type).element);
      case TypeKind::Map:
        return covers(*as<MapType>(type).key) && covers(*as<MapType>(type).value);
      default:
        return true;
    }
  }

  std::set<const Declaration*> visited_;
};

}  // namespace

bool has_typecode(const Declaration& declaration) { return Typed().covers(declaration); }

}  // namespace dimma::idl::cxx
