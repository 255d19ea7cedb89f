#pragma once
// `dimma call`: calls an operation of an object from a shell.

#include "services/tools/common/command.hpp"

namespace dimma::tools::call {

int run(Invocation invocation);

}  // namespace dimma::tools::call
