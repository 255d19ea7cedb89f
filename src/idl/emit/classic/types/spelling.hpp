// Writes IDL types in C++, as the classic mapping spells them.
#pragma once

#include <string>

#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the C++ type of a value: "::CORBA::Long", "::M::Item"; an alias keeps its name. A string is "char*", and an
// interface its class without "*".
std::string spell(const Type& type);

// Returns the type of a member, or of an array's element: like spell(), but strings and references are held by
// "::dimma::classic::StringMember" and "::dimma::classic::ObjectMember< ::M::Echo>". The type is not an array without a
// name.
std::string spell_member(const Type& type);

// Returns the declaration of a member: "::CORBA::Long rows[3][4]" for an array without a name.
std::string declare_member(const Type& type, const std::string& name);

// Returns the type that owns a value on the heap: "::CORBA::String_var", "::M::Item_var".
std::string spell_var(const Type& type);

// Returns the pointer type of a reference, "::M::Echo_ptr". The type is an interface or an alias of one.
std::string spell_ptr(const Type& type);

// Returns the name to which the mapping appends "_out", or "_alloc" for an array; empty for a type without a name.
std::string name_with_suffixes(const Type& type);

// The class of a sequence without a name.
struct SequenceClass {
  std::string name;       // in namespace dimma::classic: "BoundedSequence"
  std::string arguments;  // the arguments of the template: "::M::Item, 5"; empty if it is none

  std::string spelled() const;
};

SequenceClass class_of_sequence(const SequenceType& sequence);

// Returns the dimensions of an array's own declarator: "[3][4]".
std::string brackets(const ArrayType& array);

}  // namespace dimma::idl::classic
