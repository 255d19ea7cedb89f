#include "classic/poa/current.hpp"

#include "classic/poa/adapter.hpp"
#include "classic/poa/ids.hpp"
#include "classic/poa/poa_exceptions.hpp"
#include "classic/servants/bridge.hpp"

namespace dimma::classic {

PortableServer::POA_ptr UpcallCurrent::get_POA() {
  return with_poa_exceptions([&] { return wrap_poa(object().get_POA()); });
}

PortableServer::ObjectId* UpcallCurrent::get_object_id() {
  return with_poa_exceptions([&] { return classic_id(object().get_object_id()); });
}

CORBA::Object_ptr UpcallCurrent::get_reference() {
  return with_poa_exceptions([&] { return classic_of(object().get_reference()); });
}

PortableServer::Servant UpcallCurrent::get_servant() {
  return with_poa_exceptions([&] {
    PortableServer::Servant const servant = classic_servant(object().get_servant());
    if (servant != nullptr) servant->_add_ref();
    return servant;
  });
}

}  // namespace dimma::classic
