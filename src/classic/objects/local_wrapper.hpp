#pragma once
// Local objects that cross the boundary between the mappings.

#include "classic/objects/modern.hpp"

namespace dimma::classic {

// Returns a new reference to the application's object for which the modern one stands; null if it is none of these.
CORBA::Object* application_object(const ModernReference& local);

// Returns the modern reference of any classic object. For an application's local object that is a new modern object
// that stands for it; nil for null.
ModernReference modern_of_any(CORBA::Object* object);

}  // namespace dimma::classic
