#pragma once
// Translates the fields of a QoS into parameters of the flow protocol.

#include "transport/transport.hpp"

#include <dimma/qos.hpp>

namespace dimma::flow {

transport::StreamOptions socket_options(const EngineeringQoS& qos);

// Throws QoSError for a QoS that flow does not support at this end, because it cannot work or is not implemented.
void require_assembled(const EngineeringQoS& qos, End end);

}  // namespace dimma::flow
