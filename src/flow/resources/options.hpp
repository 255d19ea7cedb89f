#pragma once
// Translates the fields of a QoS into terms of flow.

#include "transport/transport.hpp"

#include <dimma/qos.hpp>

namespace dimma::flow {

transport::StreamOptions socket_options(const EngineeringQoS& qos);

// Throws QoSError for a QoS that flow can't assemble at that end: it can't work, or is not built yet.
void require_assembled(const EngineeringQoS& qos, End end);

}  // namespace dimma::flow
