#pragma once
// The root object adapter of an ORB.

#include <memory>

namespace dimma::orb {

class Adapter;
class PoaTree;

// Returns the root adapter. Creates it on the first call, and again after it was destroyed. Throws what
// OrbState::require_running() throws.
std::shared_ptr<Adapter> root_adapter(PoaTree& tree);

}  // namespace dimma::orb
