#pragma once
// Implements PortableServer::Current, which describes the request that the calling thread is serving.

#include <dimma/poa.hpp>

namespace dimma::orb {

class CurrentImpl final : public PortableServer::Current {
 public:
  ~CurrentImpl() override = default;
  CORBA::object_reference<PortableServer::POA> get_POA() override;
  PortableServer::ObjectId get_object_id() override;
  CORBA::object_reference<CORBA::Object> get_reference() override;
  CORBA::servant_reference<PortableServer::Servant> get_servant() override;
};

}  // namespace dimma::orb
