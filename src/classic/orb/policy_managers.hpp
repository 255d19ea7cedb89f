#pragma once
// The policies of an ORB and of a thread, for the classic mapping.

#include <dimma/classic/current.hpp>
#include <dimma/messaging.hpp>

namespace dimma::classic {

// Return a new classic object for the modern one.
CORBA::PolicyManager_ptr classic_manager(const ::CORBA::object_reference<::CORBA::PolicyManager>& manager);
CORBA::PolicyCurrent_ptr classic_current(const ::CORBA::object_reference<::CORBA::PolicyCurrent>& current);

}  // namespace dimma::classic
