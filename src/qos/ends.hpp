#pragma once
// The meaning of a program's default QoS, which is for both ends of all bindings, for one end.

#include <dimma/qos.hpp>

namespace dimma::qos {

// The QoS without what the other end alone can have, so that it is met at this end or refused. Not for a QoS that is
// given for a binding or a POA: there, whatever can't be met is refused. `protocol` is what carries the calls; `any`
// counts as iiop.
EngineeringQoS for_end(const EngineeringQoS& qos, End end, Protocol protocol);

// The protocol that the QoS asks for, or that is the only one over the transport that it asks for.
Protocol wanted_protocol(const EngineeringQoS& qos) noexcept;

}  // namespace dimma::qos
