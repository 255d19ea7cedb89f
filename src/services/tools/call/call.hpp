#pragma once
// `dimma call`: an operation of an object, called from a shell.

#include "services/tools/common/command.hpp"

namespace dimma::tools::call {

int run(Invocation invocation);

}  // namespace dimma::tools::call
