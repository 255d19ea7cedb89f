// Parts that the classes of all kinds of interfaces have in common.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Writes "class I;" with I_ptr, I_var and I_out.
void write_pointer_types(cxx::Writer& writer, const Interface& interface);

void write_nested_definitions(cxx::Writer& writer, const Interface& interface, const cxx::Context& context);

// Returns the calls that a stub and a skeleton have themselves: those of the interface, and those of the abstract bases
// that no other base has.
std::vector<cxx::Call> calls_to_make(const Interface& interface, const cxx::Context& context);

// Returns the statements of `_as` that return the object as an abstract interface, if that is wanted.
std::string casts_to(const std::vector<const Interface*>& abstract);
// Returns " || ::std::strcmp(...) == 0" for each abstract interface.
std::string comparisons_with(const std::vector<const Interface*>& abstract);

}  // namespace dimma::idl::classic
