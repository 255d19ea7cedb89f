#include "classic/poa/manager.hpp"

#include "classic/orb/policies.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/poa/text.hpp"

#include <memory>

namespace dimma::classic {

void Manager::activate() {
  with_poa_exceptions([&] { object().activate(); });
}

void Manager::hold_requests(CORBA::Boolean wait_for_completion) {
  with_poa_exceptions([&] { object().hold_requests(wait_for_completion); });
}

void Manager::discard_requests(CORBA::Boolean wait_for_completion) {
  with_poa_exceptions([&] { object().discard_requests(wait_for_completion); });
}

void Manager::deactivate(CORBA::Boolean etherealize_objects, CORBA::Boolean wait_for_completion) {
  with_poa_exceptions([&] { object().deactivate(etherealize_objects, wait_for_completion); });
}

Manager::State Manager::get_state() {
  return with_poa_exceptions([&] { return static_cast<State>(object().get_state()); });
}

char* Manager::get_id() {
  return with_poa_exceptions([&] { return copy_of(object().get_id()); });
}

PortableServer::POAManager_ptr ManagerFactory::create_POAManager(const char* id, const CORBA::PolicyList& policies) {
  return with_poa_exceptions(
      [&] { return wrap_manager(object().create_POAManager(required_text(id), modern_policies(policies))); });
}

ManagerFactory::POAManagerSeq* ManagerFactory::list() {
  return with_poa_exceptions([&] { return wrap_all<POAManagerSeq>(object().list(), wrap_manager).release(); });
}

PortableServer::POAManager_ptr ManagerFactory::find(const char* id) {
  return with_poa_exceptions([&] { return wrap_manager(object().find(required_text(id))); });
}

PortableServer::POAManager_ptr wrap_manager(const ::CORBA::object_reference<::PortableServer::POAManager>& manager) {
  return manager ? new Manager(manager) : nullptr;
}

PortableServer::POAManagerFactory_ptr wrap_factory(
    const ::CORBA::object_reference<::PortableServer::POAManagerFactory>& factory) {
  return factory ? new ManagerFactory(factory) : nullptr;
}

}  // namespace dimma::classic
