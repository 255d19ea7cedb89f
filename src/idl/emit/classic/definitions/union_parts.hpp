// Determines the branches of unions, for their classes and their codecs.
#pragma once

#include <string>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// A branch of a union, as generated code names it.
struct Branch {
  const UnionBranch* declaration = nullptr;
  unsigned number = 0;      // from 1
  std::string name;         // the name of the accessors
  std::string held_type;    // the type of the value that the union holds, which is a member of the class: "_held_x"
  std::string access;       // the value: "_branches.x", or "_branches.x.value" for an array
  std::string first_label;  // the label that the discriminator gets when the branch is set
  bool is_scalar = false;
  bool is_array = false;
};

std::vector<Branch> branches_of(const Union& subject);

}  // namespace dimma::idl::classic
