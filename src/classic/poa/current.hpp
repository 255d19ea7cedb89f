#pragma once
// PortableServer::Current.

#include "classic/poa/wrapper.hpp"

#include <dimma/classic/poa_current.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

class UpcallCurrent final : public Wrapper<PortableServer::Current, ::PortableServer::Current> {
 public:
  using Wrapper::Wrapper;

  PortableServer::POA_ptr get_POA() override;
  PortableServer::ObjectId* get_object_id() override;
  CORBA::Object_ptr get_reference() override;
  PortableServer::Servant get_servant() override;
};

}  // namespace dimma::classic
