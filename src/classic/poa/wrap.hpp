#pragma once
// The classic local objects that stand for the modern ones of PortableServer, found by the modern object alone.

#include "classic/objects/modern.hpp"

namespace dimma::classic {

// Returns a new classic local object of PortableServer around the modern one, such as a POA; null if the modern one is
// none of PortableServer's. An activator or servant manager of the application is returned itself.
CORBA::Object* wrap_local(const ModernReference& local);

}  // namespace dimma::classic
