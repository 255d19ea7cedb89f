#pragma once
// Modern objects that pass a POA's questions on to an application's classic activators and servant managers.

#include "classic/objects/modern.hpp"

#include <dimma/classic/servant_manager.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

// Return a new modern object, which holds a reference to the classic one; nil for null.
::CORBA::object_reference<::PortableServer::AdapterActivator> forwarder_to(
    PortableServer::AdapterActivator_ptr activator);
// The result is a modern ServantActivator, ServantLocator or, for neither, ServantManager.
::CORBA::object_reference<::PortableServer::ServantManager> forwarder_to(PortableServer::ServantManager_ptr manager);

// Returns a new reference to the application's object that a forwarder passes questions to; null if the object is not a
// forwarder.
CORBA::Object* object_of_application(const ModernReference& forwarder);

}  // namespace dimma::classic
