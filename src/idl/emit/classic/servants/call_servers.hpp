// Writes the functions that serve calls: each reads the arguments, makes the upcall and writes the results.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::classic {

// Returns the namespaces of an interface's functions. They mirror the interface's own, so that two interfaces never
// share one, and begin with a name unique to the IDL file.
std::vector<std::string> servers_namespaces(const Interface& interface, const cxx::Context& context);

// Return the names of a call's function, and of the table of its exceptions.
std::string server_name(const cxx::Call& call);
std::string raises_name(const cxx::Call& call);

// Writes the functions at global scope: one for each call of the interfaces.
void write_call_servers(cxx::Writer& writer, const std::vector<const Interface*>& interfaces,
                        const cxx::Context& context);

}  // namespace dimma::idl::classic
