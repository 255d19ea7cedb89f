#pragma once
// Converts the exceptions of naming services to messages for the user.

#include "services/tools/common/command.hpp"
#include "services/tools/naming/paths.hpp"

#include <string>

namespace dimma::tools::naming {

// Called in a catch block. Describes the current exception of a call about `name` to `asked`, for example "the naming
// service X". Rethrows exceptions that are neither a naming service's nor CORBA's.
Failure failure_in_words(const CosNaming::Name& name, const std::string& asked);

// Like failure_in_words(), but for a call to a bound object or context with the given addresses.
Failure failure_of_bound(const CosNaming::Name& name, const std::string& addresses);
// Like failure_of_bound(), but for any object; `what` names it.
Failure failure_of_object(const std::string& what, const std::string& addresses);

// Returns "the root context", or "\"a.b/c\"".
std::string place(const CosNaming::Name& context);

}  // namespace dimma::tools::naming
