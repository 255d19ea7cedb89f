#pragma once
// `dimma describe`, `dimma top` and `dimma record`: observe a process that was started with --dimma-inspect.

#include "services/tools/common/command.hpp"

namespace dimma::tools::inspect {

int run_describe(Invocation invocation);
int run_top(Invocation invocation);
int run_record(Invocation invocation);

}  // namespace dimma::tools::inspect
