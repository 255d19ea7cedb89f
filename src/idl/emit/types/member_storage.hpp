// Determines how a member or a branch is stored, according to its type and annotations.
#pragma once

#include <string>

#include "idl/emit/types/types.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct MemberStorage {
  std::string type;     // the C++ type: IDL::optional<T> with @optional, std::shared_ptr<T> with @external
  Passing passing;      // how accessors pass the value
  bool is_array;        // constructors take an array by reference to const, other types by value
  std::string initial;  // "{5}" for a @default, "{}" if C++ would otherwise leave the member uninitialised
  bool is_as_typed;     // has neither @optional nor @external
};

MemberStorage storage_of(const Member& member);
MemberStorage storage_of(const UnionBranch& branch);

bool is_optional(const Declaration& member);
bool is_external(const Declaration& member);

// Returns true if C++'s operator== compares the members as IDL would: they contain no references.
template <class Member>
bool is_comparable_member(const Member& member) {
  return !is_external(member) && is_comparable(*member.type);
}

// Returns true for a type with @cpp_mapping(STRUCT_WITH_PUBLIC_MEMBERS), which has no accessors.
bool has_public_members(const Declaration& declaration);

}  // namespace dimma::idl::cxx
