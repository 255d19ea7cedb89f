#pragma once
// The naming service that is tested.

#include <dimma/classic/naming/CosNaming.hh>

namespace naming_test {

// Returns the service's root context. The caller does not release it.
CosNaming::NamingContext_ptr service();

// Returns a name of one component.
CosNaming::Name name_of(const char* id, const char* kind = "");

}  // namespace naming_test
