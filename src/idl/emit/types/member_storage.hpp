// Tells how a member or a branch is stored, by its type and its annotations.
#pragma once

#include <string>

#include "idl/emit/types/types.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct MemberStorage {
  std::string type;     // the C++ type: IDL::optional<T> with @optional, std::shared_ptr<T> with @external
  Passing passing;      // the accessors'
  bool is_array;        // taken by reference to const, while other types are taken by value
  std::string initial;  // "{5}" for a @default, "{}" if C++ would otherwise leave it without a value
  bool is_as_typed;     // neither @optional nor @external
};

MemberStorage storage_of(const Member& member);
MemberStorage storage_of(const UnionBranch& branch);

bool is_optional(const Declaration& member);
bool is_external(const Declaration& member);

// Returns true if C++ compares two values in the way of IDL: they have no references inside.
template <class Member>
bool is_comparable_member(const Member& member) {
  return !is_external(member) && is_comparable(*member.type);
}

// Returns true for @cpp_mapping(STRUCT_WITH_PUBLIC_MEMBERS): no accessors.
bool has_public_members(const Declaration& declaration);

}  // namespace dimma::idl::cxx
