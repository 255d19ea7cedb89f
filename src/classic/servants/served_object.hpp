#pragma once
// An object of a servant, by which a dynamic servant tells the object's interface.

#include <dimma/poa.hpp>

namespace dimma::classic {

struct ServedObject {
  const ::PortableServer::ObjectId& id;
  const ::CORBA::object_reference<::PortableServer::POA>& poa;
};

}  // namespace dimma::classic
