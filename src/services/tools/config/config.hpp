#pragma once
// `dimma config`.

#include "services/tools/common/command.hpp"

namespace dimma::tools::config {

// Uses no ORB: with an invalid file in DIMMA_CONFIG it could not be created.
int run(Invocation invocation);

int check(Invocation invocation);

}  // namespace dimma::tools::config
