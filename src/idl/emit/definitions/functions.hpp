// Member functions that are defined in their class, or after it if a type that they need is not complete there.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

struct Function {
  std::string specifier;  // "explicit" or "friend", written only in the class
  std::string result;     // empty for a constructor
  std::string signature;  // "x(::std::int32_t _value)", with " const" for a const function
  std::string body;       // with braces; for a constructor, begins with the initialisers
  bool begins_group = false;
  std::string signature_behind = {};  // signature outside the class, without default arguments; empty if the same
};

// Writes the functions in the class, with or without bodies.
void write_in_class(Writer& writer, const std::vector<Function>& functions, bool with_bodies);

// Writes the functions in the namespace of the class, after the types that the bodies need.
void write_behind_class(Writer& writer, const Declaration& owner, const std::vector<Function>& functions);

}  // namespace dimma::idl::cxx
