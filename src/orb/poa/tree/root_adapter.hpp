#pragma once
// The root of the object adapters.

#include <memory>

namespace dimma::orb {

class Adapter;
class PoaTree;

// Returns the root, which is made on the first call, and anew after it has been destroyed. Throws what
// OrbState::require_running() throws.
std::shared_ptr<Adapter> root_adapter(PoaTree& tree);

}  // namespace dimma::orb
