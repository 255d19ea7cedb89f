#include "idl/emit/extent.hpp"

#include <algorithm>
#include <vector>

#include "idl/emit/fixed_layout.hpp"
#include "idl/emit/holding.hpp"

namespace dimma::idl::cxx {

namespace {

// Within the structs around it, of which none may contain itself: that is rare, and is written to be counted.
bool has_extent(const Type& type, std::vector<const Struct*>& around);

bool has_extent(const Struct& structure, std::vector<const Struct*>& around) {
  if (std::find(around.begin(), around.end(), &structure) != around.end()) return false;
  if (structure.base != nullptr && !is_fixed(*structure.base) && !has_extent(*structure.base, around)) return false;
  around.push_back(&structure);
  const bool all = std::all_of(structure.members.begin(), structure.members.end(), [&around](const Member* member) {
    return !is_optional(*member) && !is_external(*member) && has_extent(*member->type, around);
  });
  around.pop_back();
  return all;
}

bool has_extent(const Type& type, std::vector<const Struct*>& around) {
  if (is_fixed(type)) return true;
  const Type& resolved = resolve_aliases(type);
  switch (resolved.kind) {
    case TypeKind::String:
      return as<StringType>(resolved).bound == 0;
    case TypeKind::Sequence:
      return as<SequenceType>(resolved).bound == 0 && has_extent(*as<SequenceType>(resolved).element, around);
    case TypeKind::Named: {
      const Declaration& declaration = *as<NamedType>(resolved).declaration;
      return declaration.kind == DeclarationKind::Struct && has_extent(as<Struct>(declaration), around);
    }
    default:
      return false;
  }
}

}  // namespace

bool has_extent(const Struct& structure) {
  std::vector<const Struct*> around;
  return !is_fixed(structure) && has_extent(structure, around);
}

}  // namespace dimma::idl::cxx
