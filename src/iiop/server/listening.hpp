#pragma once
// The addresses at which a server endpoint listens.

#include "channel/channel.hpp"
#include "iiop/message/settings.hpp"
#include "transport/transports.hpp"

#include <memory>
#include <vector>

namespace dimma::iiop {

// Returns the endpoints to listen at. With transport=any: TCP, TLS if an address requires it (ssliop), and each local
// transport that supports the QoS. With another value: only that transport. Profiles of GIOP 1.0 can name only TCP
// addresses. Throws QoSError.
std::vector<transport::Endpoint> places_to_listen(const transport::Transports& transports,
                                                  const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  std::uint8_t giop_minor);

// Listens at places_to_listen(). Throws std::system_error, which names the endpoint that cannot be opened, and
// QoSError.
std::vector<std::unique_ptr<transport::Listener>> listen_at(const transport::Transports& transports,
                                                            const channel::ListenOptions& options,
                                                            const EngineeringQoS& qos, const Settings& settings);

}  // namespace dimma::iiop
