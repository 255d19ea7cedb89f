#include "orb/poa/tree/poa_tree.hpp"

#include "base/sync/assert.hpp"
#include "channel/limits.hpp"
#include "orb/state/orb_state.hpp"

namespace dimma::orb {

namespace {

std::shared_ptr<HoldLimit> hold_limit_of(const Options& options) {
  const std::size_t octets = options.message_octets_max.value_or(channel::message_octets_max);
  return std::make_shared<HoldLimit>(options.held_requests_max, octets);
}

}  // namespace

PoaTree::PoaTree(OrbState& orb)
    : orb_(orb), directory_(orb.stamp()), hold_limit_(hold_limit_of(orb.options())), retirement_(orb) {}

void PoaTree::begin() {
  DIMMA_ASSERT(!managers_);
  managers_ = CORBA::make_reference<ManagerFactory>(orb_.weak_from_this(), hold_limit_, hold_watch_)._shared();
}

std::shared_ptr<Endpoint> PoaTree::make_endpoint(const EngineeringQoS& qos) {
  retirement_.close_idle();
  return orb_.endpoints().make(qos);
}

}  // namespace dimma::orb
