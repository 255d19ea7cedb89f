#pragma once
// Object adapters as the interceptors of references see them.

#include <dimma/ior_interceptor.hpp>

#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace dimma::orb {

class Adapter;
class Core;

// A component that goes into the profiles of that kind, or into all.
struct AddedComponent {
  std::optional<IOP::ProfileId> profile;
  iop::TaggedComponent component;
};

// What interceptors have made of an adapter's references; nothing for most adapters.
struct Establishment {
  std::vector<AddedComponent> components;
  CORBA::valuetype_reference<PortableInterceptor::ObjectReferenceFactory> factory;  // nil: the adapter itself
};

// Tells the interceptors of an adapter that has no references yet, and gives it what they want. Throws OBJ_ADAPTER when
// one fails that may.
void establish(Core& core, Adapter& adapter);

void tell_manager_state(Core& core, const std::string& manager_id, PortableServer::POAManager::State state) noexcept;
void tell_destroyed(Core& core, std::span<const std::shared_ptr<Adapter>> adapters) noexcept;

}  // namespace dimma::orb
