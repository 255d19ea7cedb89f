// The objects of object adapters, and their servants.

#include "classic/poa/adapter.hpp"
#include "classic/poa/forwarders.hpp"
#include "classic/poa/ids.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/poa/text.hpp"
#include "classic/servants/bridge.hpp"

namespace dimma::classic {

namespace {

using ModernServant = ::CORBA::servant_reference<::PortableServer::Servant>;

// Returns the classic servant with one reference more; null if the servant is not of the classic mapping.
PortableServer::Servant with_reference(const ModernServant& servant) {
  PortableServer::Servant const classic = classic_servant(servant);
  if (classic != nullptr) classic->_add_ref();
  return classic;
}

PortableServer::Servant active_servant(const ModernServant& servant) {
  PortableServer::Servant const classic = with_reference(servant);
  if (classic == nullptr) throw PortableServer::POA::ObjectNotActive();
  return classic;
}

}  // namespace

Adapter::ObjectId* Adapter::activate_object(Servant servant) {
  return with_poa_exceptions([&] { return classic_id(object().activate_object(bridge_of(servant))); });
}

void Adapter::activate_object_with_id(const ObjectId& id, Servant servant) {
  with_poa_exceptions([&] { object().activate_object_with_id(modern_id(id), bridge_of(servant)); });
}

void Adapter::deactivate_object(const ObjectId& id) {
  with_poa_exceptions([&] { object().deactivate_object(modern_id(id)); });
}

CORBA::Object_ptr Adapter::create_reference(const char* repository_id) {
  return with_poa_exceptions([&] { return classic_of(object().create_reference(required_text(repository_id))); });
}

CORBA::Object_ptr Adapter::create_reference_with_id(const ObjectId& id, const char* repository_id) {
  return with_poa_exceptions(
      [&] { return classic_of(object().create_reference_with_id(modern_id(id), required_text(repository_id))); });
}

Adapter::ObjectId* Adapter::servant_to_id(Servant servant) {
  return with_poa_exceptions([&] { return classic_id(object().servant_to_id(bridge_of(servant))); });
}

CORBA::Object_ptr Adapter::servant_to_reference(Servant servant) {
  return with_poa_exceptions([&] { return classic_of(object().servant_to_reference(bridge_of(servant))); });
}

Adapter::Servant Adapter::reference_to_servant(CORBA::Object_ptr reference) {
  return with_poa_exceptions([&] { return active_servant(object().reference_to_servant(modern_of_any(reference))); });
}

Adapter::ObjectId* Adapter::reference_to_id(CORBA::Object_ptr reference) {
  return with_poa_exceptions([&] { return classic_id(object().reference_to_id(modern_of_any(reference))); });
}

Adapter::Servant Adapter::id_to_servant(const ObjectId& id) {
  return with_poa_exceptions([&] { return active_servant(object().id_to_servant(modern_id(id))); });
}

CORBA::Object_ptr Adapter::id_to_reference(const ObjectId& id) {
  return with_poa_exceptions([&] { return classic_of(object().id_to_reference(modern_id(id))); });
}

Adapter::Servant Adapter::get_servant() {
  return with_poa_exceptions([&] {
    Servant const servant = with_reference(object().get_servant());
    if (servant == nullptr) throw NoServant();
    return servant;
  });
}

void Adapter::set_servant(Servant servant) {
  with_poa_exceptions([&] { object().set_servant(bridge_of(servant)); });
}

PortableServer::ServantManager_ptr Adapter::get_servant_manager() {
  return with_poa_exceptions([&] {
    const CORBA::Object_var manager(object_of_application(object().get_servant_manager()));
    return PortableServer::ServantManager::_narrow(manager.in());
  });
}

void Adapter::set_servant_manager(PortableServer::ServantManager_ptr manager) {
  with_poa_exceptions([&] { object().set_servant_manager(forwarder_to(manager)); });
}

}  // namespace dimma::classic
