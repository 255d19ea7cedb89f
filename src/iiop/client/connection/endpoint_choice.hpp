#pragma once
// Chooses the endpoints of a reference that a binding uses, and states why the others were passed over.

#include "iiop/giop/profile.hpp"
#include "transport/transports.hpp"

#include <dimma/qos.hpp>

#include <string>
#include <vector>

namespace dimma::iiop {

struct EndpointChoice {
  std::vector<transport::Endpoint> endpoints;  // in the order in which they are tried
  std::string passed_over;                     // "no shm is offered; no unix is offered"; empty if none was skipped
};

// With transport=any, chooses the endpoints of all transports that support the QoS, in the order of the transports.
// With another value, chooses that transport alone, and throws QoSError naming the field if the reference does not
// offer it. With `offers_callbacks`, endpoints of shared memory are passed over, or refused if the QoS names that
// transport.
EndpointChoice choose_endpoints(const Profile& profile, const EngineeringQoS& qos,
                                const transport::Transports& transports, bool offers_callbacks = false);

}  // namespace dimma::iiop
