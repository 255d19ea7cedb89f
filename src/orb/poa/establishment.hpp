#pragma once
// An adapter's references as interceptors have made them.

#include <dimma/ior_interceptor.hpp>

#include <optional>
#include <vector>

namespace dimma::orb {

// A component that goes into the profiles of that kind, or into all.
struct AddedComponent {
  std::optional<IOP::ProfileId> profile;
  iop::TaggedComponent component;
};

// Nothing for most adapters.
struct Establishment {
  std::vector<AddedComponent> components;
  CORBA::valuetype_reference<PortableInterceptor::ObjectReferenceFactory> factory;  // nil: the adapter itself
};

}  // namespace dimma::orb
