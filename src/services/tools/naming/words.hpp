#pragma once
// What naming services raise, in words.

#include "services/tools/common/command.hpp"
#include "services/tools/naming/session.hpp"

#include <string>

namespace dimma::tools::naming {

// Within a catch block: the exception that is being handled, of a call about `name` at `service`. What is none of a
// naming service or CORBA is thrown on.
Failure failure_in_words(const CosNaming::Name& name, const std::string& service);

}  // namespace dimma::tools::naming
