#include "idl/emit/classic/definitions/union_parts.hpp"

#include "idl/emit/classic/definitions/members.hpp"
#include "idl/emit/classic/types/type_classes.hpp"
#include "idl/emit/types/labels.hpp"

namespace dimma::idl::classic {

std::vector<Branch> branches_of(const Union& subject) {
  std::vector<Branch> branches;
  for (const UnionBranch* each : subject.branches) {
    const TypeClass kind = class_of(*each->type);
    Branch branch;
    branch.declaration = each;
    branch.number = static_cast<unsigned>(branches.size() + 1);
    branch.name = member_name(*each);
    branch.held_type = "_held_" + each->identifier;
    branch.is_scalar = kind == TypeClass::Scalar;
    branch.is_array = kind == TypeClass::FixedArray || kind == TypeClass::VariableArray;
    branch.access = "_branches." + branch.name + (branch.is_array ? ".value" : "");
    branch.first_label = cxx::first_label(subject, *each);
    branches.push_back(branch);
  }
  return branches;
}

}  // namespace dimma::idl::classic
