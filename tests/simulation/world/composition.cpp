// The composition root of simulated ORBs, in place of orb/lifecycle/making/composition.cpp: IIOP over a network in
// memory, which all ORBs of a run share.

#include "orb/lifecycle/making/composition.hpp"

#include "iiop/binder.hpp"
#include "simulation/world/orb_world.hpp"

namespace dimma::orb {

Protocols protocols_of(const Options& options) {
  iiop::Settings settings;
  if (options.idle_limit) settings.idle_limit = *options.idle_limit;
  Protocols protocols;
  auto& tcp = *protocols.transports.emplace_back(
      std::make_unique<transport::MemoryTransport>(simulation::OrbWorld::network(), "tcp"));
  protocols.binders.push_back(iiop::make_binder({{&tcp}}, settings));
  return protocols;
}

std::shared_ptr<OrbLifecycle> compose(Options options) {
  auto protocols = protocols_of(options);
  return OrbLifecycle::make(std::move(options), std::move(protocols));
}

}  // namespace dimma::orb
