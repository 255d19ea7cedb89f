// The members of structs and exceptions as C++ has them: data, accessors, constructor arguments.
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
  std::string accessor;   // the functions that set and get it
  std::string data;       // the data member
  std::string parameter;  // the all-members constructor's argument
  MemberStorage storage;
};

// The names of the data members, in order.
std::vector<std::string> data_names(const Declaration& owner, const std::vector<Member*>& members,
                                    const std::vector<Declaration*>& nested_types);

// For a struct or exception: "_value.x_" for each of its own members in order, where `value` names one.
std::vector<std::string> accesses_of(const Declaration& owner, const std::vector<Member*>& members,
                                     const std::string& value);

std::vector<Field> fields_of(const Declaration& owner, const std::vector<Member*>& members,
                             const std::vector<Declaration*>& nested_types, const VariableNames& names);

// The mapping's accessors, in order.
std::vector<Function> accessors_of(const std::vector<Field>& fields);

// The constructor of that class that takes all members. `base`: what it takes before them; empty for none.
Function members_constructor(const std::string& class_name, const std::vector<Field>& fields,
                             const std::string& base = {});

// The constructor that takes all members, and the accessors by the mapping's table. `base`: what the constructor takes
// before them; empty for none.
std::vector<Function> functions_of(const Declaration& owner, const std::vector<Field>& fields,
                                   const std::string& base = {});

// The data members; all have a value from the beginning.
void write_data_members(Writer& writer, const std::vector<Field>& fields);
// The same behind "private:". The codec and the printer of the type that is `befriended` reach them: by the accessors,
// each would be two functions more in every object file of a build that is not optimised.
void write_data(Writer& writer, const std::vector<Field>& fields, const std::string& befriended = {});

}  // namespace dimma::idl::cxx
