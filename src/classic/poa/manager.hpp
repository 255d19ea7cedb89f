#pragma once
// POAManagers and their factory.

#include "classic/poa/wrapper.hpp"

#include <dimma/classic/poa_manager.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

class Manager final : public Wrapper<PortableServer::POAManager, ::PortableServer::POAManager> {
 public:
  using Wrapper::Wrapper;

  void activate() override;
  void hold_requests(CORBA::Boolean wait_for_completion) override;
  void discard_requests(CORBA::Boolean wait_for_completion) override;
  void deactivate(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) override;
  State get_state() override;
  char* get_id() override;
};

class ManagerFactory final : public Wrapper<PortableServer::POAManagerFactory, ::PortableServer::POAManagerFactory> {
 public:
  using Wrapper::Wrapper;

  PortableServer::POAManager_ptr create_POAManager(const char* id, const CORBA::PolicyList& policies) override;
  POAManagerSeq* list() override;
  PortableServer::POAManager_ptr find(const char* id) override;
};

// Each returns a new object around the modern one, with a count of one; null for nil. Two of them around the same
// object are equivalent.
PortableServer::POAManager_ptr wrap_manager(const ::CORBA::object_reference<::PortableServer::POAManager>& manager);
PortableServer::POAManagerFactory_ptr wrap_factory(
    const ::CORBA::object_reference<::PortableServer::POAManagerFactory>& factory);

}  // namespace dimma::classic
