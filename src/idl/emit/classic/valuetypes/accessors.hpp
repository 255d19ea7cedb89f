// The functions that read and change the members of a valuetype (formal/2012-07-02, "Value Data Members").
#pragma once

#include <string>
#include <vector>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

struct Accessor {
  std::string result;
  std::string signature;  // "name(const char* _value)"
  std::string body;       // for the class with the members; empty for a function that calls another one
  std::string forwards;   // the body of a function that only calls another one, in every class
};

// Returns the member's name in the class with the members.
std::string storage_name(const Member& member);

// Returns the accessors in the order in which they are declared.
std::vector<Accessor> accessors_of(const Member& member);

// Returns the accessors of a struct's member or a union's branch for the box of the struct or union. `constant` and
// `changeable` are the value in a function that is const, and in one that is not.
std::vector<Accessor> accessors_in_box(const Member& member, const std::string& constant,
                                       const std::string& changeable);
std::vector<Accessor> accessors_in_box(const UnionBranch& branch, const std::string& constant,
                                       const std::string& changeable);

// Return the statements by which the state is written to `_out` and read from `_in` with the accessors alone, and the
// one that clears a member that could hold values.
std::string write_by_accessor(const Member& member);
std::string read_by_accessor(const Member& member);
std::string forget_by_accessor(const Member& member);

}  // namespace dimma::idl::classic
