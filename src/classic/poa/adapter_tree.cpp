// The tree of object adapters, and their policies.

#include "classic/poa/adapter.hpp"
#include "classic/poa/forwarders.hpp"
#include "classic/poa/ids.hpp"
#include "classic/poa/manager.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/poa/policies.hpp"
#include "classic/poa/text.hpp"

namespace dimma::classic {

PortableServer::POA_ptr Adapter::create_POA(const char* name, PortableServer::POAManager_ptr manager,
                                            const CORBA::PolicyList& policies) {
  return with_poa_exceptions([&] {
    return wrap_poa(object().create_POA(required_text(name), modern_as<::PortableServer::POAManager>(manager),
                                        policies_of_poa(policies)));
  });
}

PortableServer::POA_ptr Adapter::find_POA(const char* name, CORBA::Boolean activate_it) {
  return with_poa_exceptions([&] { return wrap_poa(object().find_POA(required_text(name), activate_it)); });
}

void Adapter::destroy(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) {
  with_poa_exceptions([&] { object().destroy(etherealize_objects, wait_for_completion); });
}

char* Adapter::the_name() {
  return with_poa_exceptions([&] { return copy_of(object().the_name()); });
}

PortableServer::POA_ptr Adapter::the_parent() {
  return with_poa_exceptions([&] { return wrap_poa(object().the_parent()); });
}

PortableServer::POAList* Adapter::the_children() {
  return with_poa_exceptions(
      [&] { return wrap_all<PortableServer::POAList>(object().the_children(), wrap_poa).release(); });
}

PortableServer::POAManager_ptr Adapter::the_POAManager() {
  return with_poa_exceptions([&] { return wrap_manager(object().the_POAManager()); });
}

PortableServer::POAManagerFactory_ptr Adapter::the_POAManagerFactory() {
  return with_poa_exceptions([&] { return wrap_factory(object().the_POAManagerFactory()); });
}

PortableServer::AdapterActivator_ptr Adapter::the_activator() {
  return with_poa_exceptions([&] {
    const CORBA::Object_var activator(object_of_application(object().the_activator()));
    return PortableServer::AdapterActivator::_narrow(activator.in());
  });
}

void Adapter::the_activator(PortableServer::AdapterActivator_ptr activator) {
  with_poa_exceptions([&] { object().the_activator(forwarder_to(activator)); });
}

Adapter::ObjectId* Adapter::id() {
  return with_poa_exceptions([&] { return classic_id(object().id()); });
}

#define DIMMA_CLASSIC_CREATE(FUNCTION, NAME)                                                                \
  PortableServer::NAME##_ptr Adapter::FUNCTION(PortableServer::NAME##Value value) {                         \
    return with_poa_exceptions(                                                                             \
        [&] { return wrap_policy(object().FUNCTION(static_cast<::PortableServer::NAME##Value>(value))); }); \
  }
DIMMA_CLASSIC_CREATE(create_thread_policy, ThreadPolicy)
DIMMA_CLASSIC_CREATE(create_lifespan_policy, LifespanPolicy)
DIMMA_CLASSIC_CREATE(create_id_uniqueness_policy, IdUniquenessPolicy)
DIMMA_CLASSIC_CREATE(create_id_assignment_policy, IdAssignmentPolicy)
DIMMA_CLASSIC_CREATE(create_implicit_activation_policy, ImplicitActivationPolicy)
DIMMA_CLASSIC_CREATE(create_servant_retention_policy, ServantRetentionPolicy)
DIMMA_CLASSIC_CREATE(create_request_processing_policy, RequestProcessingPolicy)
#undef DIMMA_CLASSIC_CREATE

PortableServer::POA_ptr wrap_poa(const ::CORBA::object_reference<::PortableServer::POA>& poa) {
  return poa ? new Adapter(poa) : nullptr;
}

}  // namespace dimma::classic
