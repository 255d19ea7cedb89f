// Member functions that are written in their class or, if a type they need is not complete there, after it.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Function {
  std::string specifier;  // "explicit" or "friend", in the class only
  std::string result;     // empty for a constructor
  std::string signature;  // "x(::std::int32_t _value)", with const if it is const
  std::string body;       // with braces; a constructor's begins with its initialisers
  bool begins_group = false;
  std::string signature_behind = {};  // after the class if it differs: without default arguments
};

// In the class, with bodies or without.
void write_in_class(Writer& writer, const std::vector<Function>& functions, bool with_bodies);

// In the class's namespace, after the types that the bodies need.
void write_behind_class(Writer& writer, const Declaration& owner, const std::vector<Function>& functions);

}  // namespace dimma::idl::cxx
