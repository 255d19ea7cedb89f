#pragma once
// dimma access: what the rules of a file say.

#include "services/tools/common/command.hpp"

namespace dimma::tools::access {

int run(Invocation invocation);

// Its commands.
int check(Invocation invocation);
int explain(Invocation invocation);

}  // namespace dimma::tools::access
