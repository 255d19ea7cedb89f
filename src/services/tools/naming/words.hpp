#pragma once
// Puts the exceptions of naming services into words.

#include "services/tools/common/command.hpp"
#include "services/tools/naming/paths.hpp"

#include <string>

namespace dimma::tools::naming {

// To be called within a catch block: puts the exception that is being handled, of a call about `name` to `asked` ("the
// naming service X"), into words. Throws exceptions that are neither a naming service's nor CORBA's again.
Failure failure_in_words(const CosNaming::Name& name, const std::string& asked);

// The same for a bound object or context, at its addresses, that is not the naming service.
Failure failure_of_bound(const CosNaming::Name& name, const std::string& addresses);
// The same for any object; `what` names it.
Failure failure_of_object(const std::string& what, const std::string& addresses);

// Returns "the root context", or "\"a.b/c\"".
std::string place(const CosNaming::Name& context);

}  // namespace dimma::tools::naming
