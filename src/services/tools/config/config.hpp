#pragma once
// `dimma config`: checks config files.

#include "services/tools/common/command.hpp"

namespace dimma::tools::config {

// Uses no ORB, since none could be created if DIMMA_CONFIG names an invalid file.
int run(Invocation invocation);

int check(Invocation invocation);

}  // namespace dimma::tools::config
