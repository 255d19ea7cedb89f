#pragma once
// `dimma ping`: checks whether an object answers, and how fast.

#include "services/tools/common/command.hpp"

namespace dimma::tools::ping {

int run(Invocation invocation);

}  // namespace dimma::tools::ping
