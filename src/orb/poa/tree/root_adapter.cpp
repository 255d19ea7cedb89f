#include "orb/poa/tree/root_adapter.hpp"

#include "orb/poa/managers/ior_interceptors.hpp"
#include "orb/poa/tree/adapter.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/orb_state.hpp"

namespace dimma::orb {

std::shared_ptr<Adapter> root_adapter(PoaTree& tree) {
  const sync::LockGuard lock(tree.mutex());
  if (tree.root) return tree.root;
  OrbState& orb = tree.orb();
  orb.require_running();
  auto manager = tree.managers()->create("RootPOAManager");
  tree.root = CORBA::make_reference<Adapter>(tree, Adapter::Place{nullptr, "RootPOA", tree.next_number()},
                                             AdapterPolicies::root(), manager, orb.endpoints().default_endpoint())
                  ._shared();
  tree.root->itself(tree.root);
  establish(orb, *tree.root);
  tree.root->add_to_directory();
  manager->add(tree.root);
  return tree.root;
}

}  // namespace dimma::orb
