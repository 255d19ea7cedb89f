#include "idl/emit/codecs/extent.hpp"

#include <algorithm>
#include <vector>

#include "idl/emit/codecs/fixed_layout.hpp"
#include "idl/emit/types/member_storage.hpp"

namespace dimma::idl::cxx {

namespace {

// The structs and unions that enclose a type. A type that contains itself has no extent: such types are rare, and the
// length of a value is found by writing it.
using Around = std::vector<const Declaration*>;

bool has_extent(const Type& type, Around& around);
bool has_extent(const Declaration& declaration, Around& around);

template <class Members>
bool have_extent(const Declaration& owner, const Members& members, Around& around) {
  if (std::find(around.begin(), around.end(), &owner) != around.end()) return false;
  around.push_back(&owner);
  const bool all = std::all_of(members.begin(), members.end(), [&around](const auto* member) {
    return !is_optional(*member) && !is_external(*member) && has_extent(*member->type, around);
  });
  around.pop_back();
  return all;
}

bool find_extent(const Declaration& declaration, Around& around) {
  if (declaration.kind == DeclarationKind::Struct) {
    const auto& structure = as<Struct>(declaration);
    const Struct* const base = structure.base;
    return (base == nullptr || is_fixed(*base) || has_extent(*base, around)) &&
           have_extent(structure, structure.members, around);
  }
  if (declaration.kind != DeclarationKind::Union) return false;
  const auto& chosen = as<Union>(declaration);
  return is_fixed(*chosen.discriminator) && have_extent(chosen, chosen.branches, around);
}

// The result does not depend on `around`: a type that leads into a cycle has no extent from any starting point.
bool has_extent(const Declaration& declaration, Around& around) {
  return remembered(declaration, Property::Extent, [&] { return find_extent(declaration, around); });
}

bool has_extent(const Type& type, Around& around) {
  if (is_fixed(type)) return true;
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::String:
      return as<StringType>(resolved).bound == 0;
    case TypeKind::Sequence:
      return as<SequenceType>(resolved).bound == 0 && has_extent(*as<SequenceType>(resolved).element, around);
    case TypeKind::Named:
      return has_extent(*as<NamedType>(resolved).declaration, around);
    default:
      return false;
  }
}

}  // namespace

bool has_extent(const Declaration& declaration) {
  if (declaration.kind == DeclarationKind::Struct && is_fixed(as<Struct>(declaration))) return false;
  Around around;
  return has_extent(declaration, around);
}

}  // namespace dimma::idl::cxx
