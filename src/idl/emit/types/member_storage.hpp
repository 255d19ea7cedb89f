// How a member or a branch is held: as its type says, or as its annotations have it.
#pragma once

#include <string>

#include "idl/emit/types/types.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct MemberStorage {
  std::string type;     // in C++: IDL::optional<T> with @optional, std::shared_ptr<T> with @external
  Passing passing;      // the accessors'
  bool is_array;        // taken by reference to const where other types are taken by value
  std::string initial;  // "{5}" where there is a @default, "{}" where C++ would leave it without a value
  bool is_as_typed;     // neither @optional nor @external
};

MemberStorage storage_of(const Member& member);
MemberStorage storage_of(const UnionBranch& branch);

bool is_optional(const Declaration& member);
bool is_external(const Declaration& member);

// True if C++ compares two as IDL would: no references inside.
template <class Member>
bool is_comparable_member(const Member& member) {
  return !is_external(member) && is_comparable(*member.type);
}

// @cpp_mapping(STRUCT_WITH_PUBLIC_MEMBERS): no accessors.
bool has_public_members(const Declaration& declaration);

}  // namespace dimma::idl::cxx
