#pragma once
// The exceptions of naming services, in words.

#include "services/tools/common/command.hpp"
#include "services/tools/naming/paths.hpp"

#include <string>

namespace dimma::tools::naming {

// Within a catch block: turns the exception that is being handled, of a call about `name` to `asked` ("the naming
// service X"), into words. Exceptions that are neither a naming service's nor CORBA's are thrown on.
Failure failure_in_words(const CosNaming::Name& name, const std::string& asked);

// The same of an object or a context that is bound, at its addresses, and is not the naming service.
Failure failure_of_bound(const CosNaming::Name& name, const std::string& addresses);
// The same of any object; `what` names it.
Failure failure_of_object(const std::string& what, const std::string& addresses);

// "the root context", or "\"a.b/c\"".
std::string place(const CosNaming::Name& context);

}  // namespace dimma::tools::naming
