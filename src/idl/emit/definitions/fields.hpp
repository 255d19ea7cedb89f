// The members of structs and exceptions in C++: data members, accessors and constructor arguments.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/definitions/functions.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/emit/types/member_storage.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Field {
  std::string accessor;   // the name of the getters and setters
  std::string data;       // the name of the data member
  std::string parameter;  // the name of the parameter of the all-members constructor
  MemberStorage storage;
};

// Returns the names of the data members, in order.
std::vector<std::string> data_names(const Declaration& owner, const std::vector<Member*>& members,
                                    const std::vector<Declaration*>& nested_types);

// Returns the expressions that access the given members of a struct or exception, in order: "_value.x_" if `value` is
// "_value".
std::vector<std::string> accesses_of(const Declaration& owner, const std::vector<Member*>& members,
                                     const std::string& value);

std::vector<Field> fields_of(const Declaration& owner, const std::vector<Member*>& members,
                             const std::vector<Declaration*>& nested_types, const VariableNames& names);

// Returns the accessors that the mapping specifies, in order.
std::vector<Function> accessors_of(const std::vector<Field>& fields);

// Returns the class's constructor with all members. `base` is the type of the first parameter; empty if there is no
// base.
Function members_constructor(const std::string& class_name, const std::vector<Field>& fields,
                             const std::string& base = {});

// Returns the constructor with all members, and the accessors that the mapping specifies. `base` is the type of the
// constructor's first parameter; empty if there is no base.
std::vector<Function> functions_of(const Declaration& owner, const std::vector<Field>& fields,
                                   const std::string& base = {});

// Writes the data members, each with an initial value.
void write_data_members(Writer& writer, const std::vector<Field>& fields);
// Like write_data_members(), but after "private:". The codec and the printer of the type `befriended` are friends and
// access the members directly: each accessor would add two functions to every object file of an unoptimised build.
void write_data(Writer& writer, const std::vector<Field>& fields, const std::string& befriended = {});

}  // namespace dimma::idl::cxx
