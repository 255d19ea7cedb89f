// How a servant finds its object and its POA.

#include <dimma/classic/servant.hpp>

#include "classic/objects/modern.hpp"
#include "classic/poa/adapter.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/servants/bridge.hpp"

namespace dimma::classic::PortableServer {

POA_ptr ServantBase::_default_POA() {
  return with_poa_exceptions([this] { return wrap_poa(bridge_of(this)->root_poa()); });
}

void* ServantBase::_this_as(const Interface& interface) {
  return with_poa_exceptions([&] { return stub_of(bridge_of(this)->this_object(), interface); });
}

}  // namespace dimma::classic::PortableServer
