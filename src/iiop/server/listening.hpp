#pragma once
// The addresses at which a server endpoint listens.

#include "channel/channel.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transports.hpp"

#include <memory>
#include <vector>

namespace dimma::iiop {

// Returns the endpoints to listen at. With transport=any: TCP, TLS if an address says so (ssliop), and each local
// transport that supports the QoS. With another value: that transport alone. Profiles of GIOP 1.0 have room for TCP
// only. Throws QoSError.
std::vector<transport::Endpoint> places_to_listen(const transport::Transports& transports,
                                                  const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  std::uint8_t giop_minor);

// Listens at these places. Throws std::system_error naming the endpoint that can't be opened, and QoSError.
std::vector<std::unique_ptr<transport::Listener>> listen_at(const transport::Transports& transports,
                                                            const channel::ListenOptions& options,
                                                            const EngineeringQoS& qos, const Settings& settings);

}  // namespace dimma::iiop
