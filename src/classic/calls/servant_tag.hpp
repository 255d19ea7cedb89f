#pragma once
// How a call within the process recognizes a servant of the classic mapping.

#include <dimma/generated/operation.hpp>

namespace dimma::classic {

// A modern servant that answers _operations() for this tag is the bridge of a classic servant, and the answer is the
// PortableServer::ServantBase. Any object is said to have the interface of the tag, so that the call of a classic stub
// to a servant of the modern mapping is made as a request.
extern const InterfaceTag servant_tag;

}  // namespace dimma::classic
