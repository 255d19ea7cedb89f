#pragma once
// `dimma ior`: references, looked at and tried.

#include "services/tools/common/command.hpp"

namespace dimma::tools::ior {

int run(Invocation invocation);

// Its commands.
int show(Invocation invocation);
int check(Invocation invocation);

}  // namespace dimma::tools::ior
