// Writes the code that skeletons with deferred replies and those with coroutines have in common.
#pragma once

#include <string>
#include <vector>

#include "idl/emit/contents/context.hpp"
#include "idl/emit/interfaces/calls.hpp"
#include "idl/emit/names/names.hpp"
#include "idl/emit/servants/servant_base.hpp"
#include "idl/emit/text/writer.hpp"
#include "idl/tree/ast.hpp"

namespace dimma::idl::cxx {

// Returns the calls that such a skeleton serves itself, sorted by name on the wire: those of its interface, and those
// of abstract bases (which have no skeletons) unless the skeletons of other bases serve them.
std::vector<Call> calls_served_later(const Interface& interface, const VariableNames& names);
// Returns the parameters "::std::string a", "::std::int32_t b" for the values that are sent to the object.
std::vector<std::string> values_to_object(const Call& call);
// Returns the arguments "::std::move(a)", "b".
std::vector<std::string> moved_values(const Call& call);
// Returns the types of the result and the output parameters: "::std::int32_t", "::std::string".
std::vector<std::string> types_from_object(const Call& call);

// Writes _dispatch(), which searches the table of `entries`, then the bases.
void write_dispatch_later(Writer& writer, const ServantBase& base, const std::string& entries);
// Writes _find_operation(), which searches the bases, then the interface's own operations.
void write_search_later(Writer& writer, const ServantBase& base, const Context& context);

}  // namespace dimma::idl::cxx
