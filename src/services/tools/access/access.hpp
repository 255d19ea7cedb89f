#pragma once
// `dimma access`: tells what the rules of a file decide.

#include "services/tools/common/command.hpp"

namespace dimma::tools::access {

int run(Invocation invocation);

// The commands of `dimma access`.
int check(Invocation invocation);
int explain(Invocation invocation);

}  // namespace dimma::tools::access
