// Interfaces at the server: the class that servants derive from, and how it serves requests.
#pragma once

#include <vector>

#include "idl/emit/calls.hpp"
#include "idl/emit/definitions.hpp"
#include "idl/emit/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// The class, for the skeleton header; the namespace is open.
void write_skeleton_class(Writer& writer, const Interface& interface, const Context& context);

// CORBA::servant_traits and in it the tie, for the skeleton header at global scope.
void write_servant_traits(Writer& writer, const Interface& interface, const Context& context);
// For a valuetype that supports an interface with objects; nothing for another.
void write_value_servant_traits(Writer& writer, const ValueType& value);

// For the skeleton source at global scope: one function for each call of the interfaces and of all their bases, each
// interface once.
void write_call_servers(Writer& writer, const std::vector<const Interface*>& interfaces, const Context& context);

// Used by the functions that serve one call, in skeletons of every kind: declares the parameters, those that are out
// only if asked for, and reads the others from `_request`.
void write_reading_of_arguments(Writer& body, const Call& call, bool with_outs = true);
bool has_inputs(const Call& call);
// "::std::string_view name[] = {...};", of the exceptions that the call may raise.
std::string table_of_raised_ids(const Call& call, const std::string& name);

// The skeleton's functions, for the skeleton source; the namespace is open.
void write_skeleton_functions(Writer& writer, const Interface& interface, const Context& context);

}  // namespace dimma::idl::cxx
