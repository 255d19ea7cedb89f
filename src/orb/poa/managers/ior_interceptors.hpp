#pragma once
// Calls the interceptors of references for object adapters.

#include <dimma/poa.hpp>

#include <memory>
#include <span>
#include <string>

namespace dimma::orb {

class AdapterBase;
class OrbState;

// Tells the interceptors of an adapter that has no references yet, and gives the adapter what they add. Throws
// OBJ_ADAPTER if an interceptor fails that is allowed to.
void establish(OrbState& orb, AdapterBase& adapter);

void tell_manager_state(OrbState& orb, const std::string& manager_id, PortableServer::POAManager::State state) noexcept;
void tell_destroyed(OrbState& orb, std::span<const std::shared_ptr<AdapterBase>> adapters) noexcept;

}  // namespace dimma::orb
