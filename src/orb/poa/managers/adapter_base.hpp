#pragma once
// The interface of an object adapter for POAManagers, IOR interceptors and the retirement of endpoints.

#include "orb/poa/managers/adapter_policies.hpp"
#include "orb/poa/managers/establishment.hpp"

#include <dimma/poa.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace dimma::orb {

class Endpoint;
class ObjectOwner;
class OrbState;

class AdapterBase {
 public:
  virtual OrbState& orb() const noexcept = 0;
  virtual PortableServer::POAManager& poa_manager() const noexcept = 0;
  virtual const AdapterPolicies& policies() const noexcept = 0;
  virtual const std::string& name() const noexcept = 0;
  // Returns the adapter's name, preceded by the names of its ancestors starting with the root.
  virtual CORBA::StringSeq full_name() const = 0;
  virtual const std::shared_ptr<Endpoint>& endpoint() const noexcept = 0;
  virtual std::weak_ptr<AdapterBase> weak() = 0;
  virtual CORBA::object_reference<PortableServer::POA> poa() = 0;
  // Returns this adapter as the owner of its active objects.
  virtual std::shared_ptr<ObjectOwner> object_owner() = 0;
  // Throws CORBA::OBJECT_NOT_EXIST if the adapter has been destroyed.
  virtual void require_alive() const = 0;

  // Returns a reference that is not created by an interceptor's factory.
  virtual CORBA::object_reference<CORBA::Object> own_reference(std::string_view id, std::string repository_id) = 0;
  // Called before the adapter has created any reference.
  virtual void establishment(Establishment value) = 0;

  // Opens the endpoint if clients may already know its address, from an option or from persistent references.
  virtual void listen_if_due() = 0;
  virtual void deactivate_all(bool etherealize) = 0;
  virtual void wait_until_idle() = 0;
  // For an adapter that is being destroyed: blocks until its last upcall has ended.
  virtual void wait_until_drained() = 0;
  virtual bool is_drained() = 0;

 protected:
  AdapterBase() = default;
  ~AdapterBase() = default;
  AdapterBase(const AdapterBase&) = default;
  AdapterBase& operator=(const AdapterBase&) = default;
};

}  // namespace dimma::orb
