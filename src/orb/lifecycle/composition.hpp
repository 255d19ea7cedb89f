#pragma once
// The composition root: the one place that knows which protocols and transports an ORB is made of.

#include "orb/lifecycle/orb_lifecycle.hpp"

#include <memory>

namespace dimma::orb {

std::shared_ptr<OrbLifecycle> compose(Options options);
// The protocols of such an ORB. Throws the exceptions of compose().
Protocols protocols_of(const Options& options);

}  // namespace dimma::orb
