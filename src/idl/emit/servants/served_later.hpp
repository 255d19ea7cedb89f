// The common part of the skeletons whose operations reply after they have returned, and of those whose operations are
// coroutines.
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

// The calls that such a skeleton serves itself: its interface's own, and those of abstract bases, which have no
// skeletons, unless those of other bases do.
std::vector<Call> calls_served_later(const Interface& interface, const VariableNames& names);
// "::std::string a, ::std::int32_t b": what goes to the object, by value.
std::vector<std::string> values_to_object(const Call& call);
// "::std::move(a), b"
std::vector<std::string> moved_values(const Call& call);
// "::std::int32_t", "::std::string": what comes back.
std::vector<std::string> types_from_object(const Call& call);

// _dispatch(): tries the table of `entries`, then the bases.
void write_dispatch_later(Writer& writer, const ServantBase& base, const std::string& entries);
// _find_operation(): asks the bases, then looks among the interface's own operations.
void write_search_later(Writer& writer, const ServantBase& base, const Context& context);

}  // namespace dimma::idl::cxx
