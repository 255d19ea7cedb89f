#pragma once
// Derives the QoS of one end from a program's default QoS, which is for both ends of all bindings.

#include <dimma/qos.hpp>

namespace dimma::qos {

// Returns the QoS without the parts that only the other end can have, so that this end meets or refuses it. Not for the
// QoS of a binding or a POA, of which any part that can't be met is refused. `protocol` carries the calls; `any` counts
// as iiop.
EngineeringQoS for_end(const EngineeringQoS& qos, End end, Protocol protocol);

// Returns the protocol that the QoS asks for, or the only one over the transport that it asks for.
Protocol wanted_protocol(const EngineeringQoS& qos) noexcept;

}  // namespace dimma::qos
