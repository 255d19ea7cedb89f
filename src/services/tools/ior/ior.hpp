#pragma once
// `dimma ior`: shows and checks object references.

#include "services/tools/common/command.hpp"

namespace dimma::tools::ior {

int run(Invocation invocation);

// The subcommands of `dimma ior`.
int show(Invocation invocation);
int check(Invocation invocation);

}  // namespace dimma::tools::ior
