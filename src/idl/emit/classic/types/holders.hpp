// The local variables by which stubs and skeletons write and read arguments and results.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

enum class Role { In, InOut, Out, Result };

Role role_of(Direction direction);

// The texts that concern one argument or result; empty if nothing has to be written. A text of several statements has a
// line for each.
struct Holder {
  std::string declaration;  // "::CORBA::String_var _text;"
  std::string write;        // "_out.put_string(text);" by the stream `_out`
  std::string read;         // "_text = _in.get_string();" by the stream `_in`
  std::string argument;     // skeletons only: the variable as the servant's argument, "_text.in()"
  std::string finish;       // stubs only: what gives the value to the caller, "text = _text._retn();"
};

// Returns the texts for a stub's parameter of that name; `argument` is not used for a result. In a stub, a value that
// the caller must not see before the reply has been read whole is in a variable of its own, and `variable` is its name.
Holder stub_holder(const Type& type, Role role, const std::string& argument, const std::string& variable);

// Returns the texts for a skeleton's variable of that name. The result of the servant is assigned to the variable.
Holder skeleton_holder(const Type& type, Role role, const std::string& variable);

}  // namespace dimma::idl::classic
