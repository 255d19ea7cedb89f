#pragma once
// `dimma config`.

#include "services/tools/common/command.hpp"

namespace dimma::tools::config {

// Needs no ORB, which could not be made with a wrong file in DIMMA_CONFIG.
int run(Invocation invocation);

int check(Invocation invocation);

}  // namespace dimma::tools::config
