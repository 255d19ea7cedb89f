#pragma once
// dimma config.

#include "services/tools/common/command.hpp"

namespace dimma::tools::config {

// Needs no ORB, which a wrong file of DIMMA_CONFIG would keep from being made.
int run(Invocation invocation);

int check(Invocation invocation);

}  // namespace dimma::tools::config
