#pragma once
// Object ids of the two mappings.

#include <dimma/classic/object_id.hpp>
#include <dimma/poa.hpp>

namespace dimma::classic {

inline ::PortableServer::ObjectId modern_id(const PortableServer::ObjectId& id) {
  const CORBA::Octet* const octets = id.get_buffer();
  return {octets, octets + id.length()};
}

// Copies the octets.
void assign(PortableServer::ObjectId& to, const ::PortableServer::ObjectId& from);

// Returns a new id, which the caller deletes.
PortableServer::ObjectId* classic_id(const ::PortableServer::ObjectId& id);

}  // namespace dimma::classic
