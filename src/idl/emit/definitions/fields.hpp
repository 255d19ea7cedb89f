// The members of structs and exceptions in C++: data, accessors, constructor arguments.
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
  std::string accessor;   // the name of the functions that set and get it
  std::string data;       // the data member
  std::string parameter;  // the all-members constructor's argument
  MemberStorage storage;
};

// Returns the names of the data members, in order.
std::vector<std::string> data_names(const Declaration& owner, const std::vector<Member*>& members,
                                    const std::vector<Declaration*>& nested_types);

// For a struct or exception: returns "_value.x_" for each of its own members in order, where `value` is "_value".
std::vector<std::string> accesses_of(const Declaration& owner, const std::vector<Member*>& members,
                                     const std::string& value);

std::vector<Field> fields_of(const Declaration& owner, const std::vector<Member*>& members,
                             const std::vector<Declaration*>& nested_types, const VariableNames& names);

// Returns the mapping's accessors, in order.
std::vector<Function> accessors_of(const std::vector<Field>& fields);

// Returns that class's constructor with all members. `base`: its argument before them; empty if there is none.
Function members_constructor(const std::string& class_name, const std::vector<Field>& fields,
                             const std::string& base = {});

// Returns the constructor with all members, and the accessors of the mapping's table. `base`: the constructor's
// argument before them; empty if there is none.
std::vector<Function> functions_of(const Declaration& owner, const std::vector<Field>& fields,
                                   const std::string& base = {});

// Writes the data members, all of which have an initial value.
void write_data_members(Writer& writer, const std::vector<Field>& fields);
// The same after "private:". The codec and the printer of the type `befriended` access them directly: by accessors,
// each would be two functions more in every object file of a build that is not optimised.
void write_data(Writer& writer, const std::vector<Field>& fields, const std::string& befriended = {});

}  // namespace dimma::idl::cxx
