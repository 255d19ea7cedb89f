#pragma once
// Derives the QoS of one end from a program's default QoS, which covers both ends of all bindings.

#include <dimma/qos.hpp>

namespace dimma::qos {

// Returns the QoS without the parts that apply only to the other end. Every remaining part must then be supported, or
// is refused. Not for the QoS of a binding or a POA, where an inapplicable part is an error. `protocol` is the protocol
// that carries the calls; Protocol::any counts as iiop.
EngineeringQoS for_end(const EngineeringQoS& qos, End end, Protocol protocol);

// Returns the protocol that the QoS requests, or the only protocol that works over the requested transport.
Protocol wanted_protocol(const EngineeringQoS& qos) noexcept;

}  // namespace dimma::qos
