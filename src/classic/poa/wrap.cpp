#include "classic/poa/wrap.hpp"

#include "classic/poa/adapter.hpp"
#include "classic/poa/current.hpp"
#include "classic/poa/forwarders.hpp"
#include "classic/poa/manager.hpp"
#include "classic/poa/policies.hpp"

#include <dimma/policy.hpp>

namespace dimma::classic {

namespace {

// Returns a Wrapper around the local object if it is a Modern; otherwise null.
template <class Wrapper, class Modern>
CORBA::Object* wrap_if(const ModernReference& local) {
  auto modern = ::IDL::traits<Modern>::narrow(local);
  return modern ? static_cast<CORBA::Object*>(new Wrapper(std::move(modern))) : nullptr;
}

}  // namespace

CORBA::Object* wrap_local(const ModernReference& local) {
  if (!local) return nullptr;
  if (auto* const object = object_of_application(local)) return object;
  if (auto* const poa = wrap_if<Adapter, ::PortableServer::POA>(local)) return poa;
  if (auto* const manager = wrap_if<Manager, ::PortableServer::POAManager>(local)) return manager;
  if (auto* const factory = wrap_if<ManagerFactory, ::PortableServer::POAManagerFactory>(local)) return factory;
  if (auto* const current = wrap_if<UpcallCurrent, ::PortableServer::Current>(local)) return current;
  return wrap_poa_policy(local);
}

}  // namespace dimma::classic
