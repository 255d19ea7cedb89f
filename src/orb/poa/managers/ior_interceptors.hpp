#pragma once
// Calls the IOR interceptors for object adapters.

#include <dimma/poa.hpp>

#include <memory>
#include <span>
#include <string>

namespace dimma::orb {

class AdapterBase;
class OrbState;

// Calls the interceptors for an adapter that has no references yet, and passes their contributions to the adapter.
// Throws OBJ_ADAPTER if components_established throws.
void establish(OrbState& orb, AdapterBase& adapter);

void tell_manager_state(OrbState& orb, const std::string& manager_id, PortableServer::POAManager::State state) noexcept;
void tell_destroyed(OrbState& orb, std::span<const std::shared_ptr<AdapterBase>> adapters) noexcept;

}  // namespace dimma::orb
