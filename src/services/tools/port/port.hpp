#pragma once
// `dimma port`: lists what the sources of an existing CORBA program would meet in the classic mapping.

#include "services/tools/common/command.hpp"

namespace dimma::tools::port {

// Uses no ORB.
int run(Invocation invocation);

}  // namespace dimma::tools::port
