#pragma once
// The root of the object adapters.

#include <memory>

namespace dimma::orb {

class Adapter;
class PoaTree;

// Makes it when it is first asked for, and anew after it has been destroyed. Throws what OrbState::require_running()
// throws.
std::shared_ptr<Adapter> root_adapter(PoaTree& tree);

}  // namespace dimma::orb
