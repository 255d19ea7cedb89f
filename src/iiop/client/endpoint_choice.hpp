#pragma once
// Which of the endpoints that a reference offers a binding uses, and why not the others.

#include "iiop/giop/profile.hpp"
#include "transport/transports.hpp"

#include <dimma/qos.hpp>

#include <string>
#include <vector>

namespace dimma::iiop {

struct EndpointChoice {
  std::vector<transport::Endpoint> endpoints;  // in the order to be tried
  std::string passed_over;                     // "no shm is offered; no unix is offered"; empty: nothing faster is
};

// With transport=any: what is offered, in the order of the transports, of those that can have what the QoS says.
// Another one alone; throws QoSError naming the field where the reference does not offer it.
// With `offers_callbacks`, endpoints of shared memory are passed over, or refused if the QoS names that transport.
EndpointChoice choose_endpoints(const Profile& profile, const EngineeringQoS& qos,
                                const transport::Transports& transports, bool offers_callbacks = false);

}  // namespace dimma::iiop
