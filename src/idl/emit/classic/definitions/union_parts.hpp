// Determines the labels and the branches of unions, for their classes and their codecs.
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

// The state of a new union: the label that no branch lists, with the default branch if there is one; the first branch
// if all labels are listed.
struct InitialState {
  std::string label;
  unsigned branch = 0;  // 0 if there is none
};

InitialState initial_state(const Union& subject);

// Returns true if there are labels that select no branch, so that the union has a function `_default`.
bool has_labels_of_none(const Union& subject);

// Returns the body of a function that returns the number of the branch that `_label` selects; 0 for none.
std::string branch_of_label(const Union& subject);

}  // namespace dimma::idl::classic
