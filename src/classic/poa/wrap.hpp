#pragma once
// The classic local objects that stand for those of PortableServer.

#include "classic/objects/modern.hpp"

#include <dimma/classic/poa.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

// Each returns a new classic object around the modern one, with a count of one; null for nil. Two of them around the
// same object are equivalent.

PortableServer::POA_ptr wrap_poa(const ::CORBA::object_reference<::PortableServer::POA>& poa);
PortableServer::POAManager_ptr wrap_manager(const ::CORBA::object_reference<::PortableServer::POAManager>& manager);
PortableServer::POAManagerFactory_ptr wrap_factory(
    const ::CORBA::object_reference<::PortableServer::POAManagerFactory>& factory);

// Returns the classic local object of PortableServer around the modern one, such as a POA; null if the modern one is
// none of PortableServer's. An activator or servant manager of the application is returned itself.
CORBA::Object* wrap_local(const ModernReference& local);

}  // namespace dimma::classic
