// An ORB's services for generated code, without an ORB: calls are encoded, served by the skeleton and decoded again
// within the calling thread, or made on the servant directly. Linked instead of the ORB's library.
#pragma once

#include <dimma/portable_server.hpp>

#include <string>
#include <vector>

namespace loopback {

// How the calls of stubs are made from now on.
enum class Route {
  encoded,  // through the encoder, the skeleton's dispatch and the decoder
  direct,   // as colocated calls
};
void use(Route route);

// The operations that reached a skeleton by the encoded route, in order, since the last call of this function.
std::vector<std::string> dispatched();

// The object that a servant incarnates; the servant is kept until the end of the program.
CORBA::object_reference<CORBA::Object> reference_to(CORBA::servant_reference<PortableServer::Servant> servant);

// A typed reference, as narrowing would give it.
template <class Interface, class Implementation>
CORBA::object_reference<Interface> activate(CORBA::servant_reference<Implementation> servant) {
  return dimma::narrow_unchecked<Interface>(reference_to(servant));
}

}  // namespace loopback
