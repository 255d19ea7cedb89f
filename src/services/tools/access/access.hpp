#pragma once
// `dimma access`: shows the decisions of an access rules file.

#include "services/tools/common/command.hpp"

namespace dimma::tools::access {

int run(Invocation invocation);

// The subcommands of `dimma access`.
int check(Invocation invocation);
int explain(Invocation invocation);

}  // namespace dimma::tools::access
