#pragma once
// An object adapter as its POAManager, the interceptors of references and the retirement of endpoints see it.

#include "orb/poa/adapter_policies.hpp"
#include "orb/poa/establishment.hpp"

#include <dimma/poa.hpp>

#include <memory>
#include <string>
#include <string_view>

namespace dimma::orb {

class Endpoint;
class OrbState;

class AdapterBase {
 public:
  virtual OrbState& orb() const noexcept = 0;
  virtual PortableServer::POAManager& poa_manager() const noexcept = 0;
  virtual const AdapterPolicies& policies() const noexcept = 0;
  virtual const std::string& name() const noexcept = 0;
  // Its name after those of the adapters above it, the root's first.
  virtual CORBA::StringSeq full_name() const = 0;
  virtual const std::shared_ptr<Endpoint>& endpoint() const noexcept = 0;
  virtual std::weak_ptr<AdapterBase> weak() = 0;

  // A reference that no interceptor makes.
  virtual CORBA::object_reference<CORBA::Object> own_reference(std::string_view id, std::string repository_id) = 0;
  // Before there is any reference.
  virtual void establishment(Establishment value) = 0;

  // Opens the endpoint if its address is known to others already: given by an option, or in persistent references.
  virtual void listen_if_due() = 0;
  virtual void deactivate_all(bool etherealize) = 0;
  virtual void wait_until_idle() = 0;
  // For an adapter that is being destroyed: waits until its last upcall has ended.
  virtual void wait_until_drained() = 0;
  virtual bool is_drained() = 0;

 protected:
  AdapterBase() = default;
  ~AdapterBase() = default;
  AdapterBase(const AdapterBase&) = default;
  AdapterBase& operator=(const AdapterBase&) = default;
};

}  // namespace dimma::orb
