#include <set>

#include "idl/emit/values.hpp"

namespace dimma::idl::cxx {

namespace {

class Search {
 public:
  explicit Search(bool also_in_any) : also_in_any_(also_in_any) {}

  bool finds_in(const Type& type) {
    switch (type.kind) {
      case TypeKind::Basic: {
        const BasicKind basic = as<BasicType>(type).basic;
        return basic == BasicKind::ValueBase || (also_in_any_ && basic == BasicKind::Any);
      }
      case TypeKind::Sequence:
        return finds_in(*as<SequenceType>(type).element);
      case TypeKind::Array:
        return finds_in(*as<ArrayType>(type).element);
      case TypeKind::Map:
        return finds_in(*as<MapType>(type).key) || finds_in(*as<MapType>(type).value);
      case TypeKind::Named:
        return finds_in(*as<NamedType>(type).declaration);
      default:
        return false;
    }
  }

  bool finds_in(const Declaration& declaration) {
    switch (declaration.kind) {
      case DeclarationKind::ValueType:
      case DeclarationKind::ValueBox:
        return true;
      case DeclarationKind::Interface:
        return as<Interface>(declaration).interface_kind == InterfaceKind::Abstract;
      case DeclarationKind::Typedef:
        return finds_in(*as<Typedef>(declaration).type);
      default:
        break;
    }
    if (!visited_.insert(&declaration).second) return false;
    switch (declaration.kind) {
      case DeclarationKind::Struct: {
        const auto& structure = as<Struct>(declaration);
        return finds_in_any(structure.members) || (structure.base != nullptr && finds_in(*structure.base));
      }
      case DeclarationKind::Union:
        return finds_in_any(as<Union>(declaration).branches);
      case DeclarationKind::Exception:
        return finds_in_any(as<Exception>(declaration).members);
      default:
        return false;
    }
  }

 private:
  template <class Members>
  bool finds_in_any(const Members& members) {
    for (const auto* member : members) {
      if (finds_in(*member->type)) return true;
    }
    return false;
  }

  const bool also_in_any_;
  std::set<const Declaration*> visited_;
};

}  // namespace

std::vector<Member*> state_of(const ValueType& value) {
  std::vector<Member*> members;
  for (Declaration* content : value.contents) {
    if (content->kind == DeclarationKind::Member) members.push_back(static_cast<Member*>(content));
  }
  return members;
}

const ValueType* state_base(const ValueType& value) {
  const bool has_one = !value.bases.empty() && !value.bases.front()->is_abstract;
  return has_one ? value.bases.front() : nullptr;
}

bool holds_values(const Type& type) { return Search(true).finds_in(type); }
bool holds_values(const Declaration& declaration) { return Search(true).finds_in(declaration); }
bool names_valuetype(const Type& type) { return Search(false).finds_in(type); }

}  // namespace dimma::idl::cxx
