#pragma once
// The part of an adapter's references that interceptors have made.

#include <dimma/ior_interceptor.hpp>

#include <optional>
#include <vector>

namespace dimma::orb {

// A component for the profiles of that kind, or for all profiles.
struct AddedComponent {
  std::optional<IOP::ProfileId> profile;
  iop::TaggedComponent component;
};

// Empty for most adapters.
struct Establishment {
  std::vector<AddedComponent> components;
  CORBA::valuetype_reference<PortableInterceptor::ObjectReferenceFactory> factory;  // nil: the adapter itself
};

}  // namespace dimma::orb
