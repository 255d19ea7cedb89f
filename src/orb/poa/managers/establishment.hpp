#pragma once
// The data that IOR interceptors contribute to the references of an adapter.

#include <dimma/ior_interceptor.hpp>

#include <optional>
#include <vector>

namespace dimma::orb {

// A component to add to all profiles, or to those with the given id.
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
