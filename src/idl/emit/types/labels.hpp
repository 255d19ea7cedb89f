// Determines the labels of unions, and the branches that they select, as generated code of both mappings names them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the lowest value of the discriminator's type that is not a label; nullopt if all values are labels.
std::optional<ConstantValue> lowest_unlisted(const Union& subject);

// Returns true if there are labels that select no branch.
bool has_labels_of_none(const Union& subject);

// Returns the label that the discriminator gets if the branch is set without one.
std::string first_label(const Union& subject, const UnionBranch& branch);

// The state of a new union: the label that no branch lists, with the default branch if there is one; the first branch
// if all labels are listed.
struct InitialState {
  std::string label;
  std::size_t branch = 0;  // its number, from 1; 0 if there is none
};

InitialState initial_state(const Union& subject);

// Returns the body of a function that returns the number of the branch that `_label` selects; 0 for none.
std::string branch_of_label(const Union& subject);

}  // namespace dimma::idl::cxx
