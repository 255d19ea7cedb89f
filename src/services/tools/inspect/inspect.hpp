#pragma once
// `dimma describe`, `dimma top` and `dimma record`: tell what a process that has --dimma-inspect does.

#include "services/tools/common/command.hpp"

namespace dimma::tools::inspect {

int run_describe(Invocation invocation);
int run_top(Invocation invocation);
int run_record(Invocation invocation);

}  // namespace dimma::tools::inspect
