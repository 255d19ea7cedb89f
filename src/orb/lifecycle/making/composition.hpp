#pragma once
// The composition root: the only place that depends on the concrete protocols and transports of an ORB.

#include "orb/lifecycle/orb_lifecycle.hpp"

#include <memory>

namespace dimma::orb {

std::shared_ptr<OrbLifecycle> compose(Options options);
// Returns the protocols of an ORB with these options. Throws the exceptions of compose().
Protocols protocols_of(const Options& options);

}  // namespace dimma::orb
