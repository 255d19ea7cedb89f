#pragma once
// The composition root: the one place that knows which protocols and transports an ORB is made of.

#include "orb/core.hpp"

#include <memory>

namespace dimma::orb {

std::shared_ptr<Core> compose(Options options);

}  // namespace dimma::orb
