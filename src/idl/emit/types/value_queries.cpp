#include "idl/emit/types/value_queries.hpp"

#include <set>

namespace dimma::idl::cxx {

namespace {

enum class Sought { Values, Valuetypes, Sequences };  // Values: also those in an any

class Search {
 public:
  explicit Search(Sought sought) : sought_(sought) {}

  bool finds_in(const Type& type) {
    switch (type.kind) {
      case TypeKind::Basic: {
        const BasicKind basic = as<BasicType>(type).basic;
        if (basic == BasicKind::Any) return sought_ == Sought::Values;
        return basic == BasicKind::ValueBase && sought_ != Sought::Sequences;
      }
      case TypeKind::Sequence:
        return sought_ == Sought::Sequences || finds_in(*as<SequenceType>(type).element);
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
        return sought_ != Sought::Sequences;
      case DeclarationKind::Interface:
        return sought_ != Sought::Sequences && as<Interface>(declaration).interface_kind == InterfaceKind::Abstract;
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

  const Sought sought_;
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

bool holds_values(const Type& type) { return Search(Sought::Values).finds_in(type); }
bool holds_values(const Declaration& declaration) { return Search(Sought::Values).finds_in(declaration); }
bool names_valuetype(const Type& type) { return Search(Sought::Valuetypes).finds_in(type); }
bool holds_sequences(const Type& type) { return Search(Sought::Sequences).finds_in(type); }

}  // namespace dimma::idl::cxx
