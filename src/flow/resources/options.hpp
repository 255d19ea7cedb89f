#pragma once
// The fields of a QoS in terms of flow.

#include "transport/transport.hpp"

#include <dimma/qos.hpp>

namespace dimma::flow {

transport::StreamOptions socket_options(const EngineeringQoS& qos);

// Throws QoSError for what flow over UDP can't assemble at that end: what can't work, and what is not built yet.
void require_assembled(const EngineeringQoS& qos, End end);

}  // namespace dimma::flow
