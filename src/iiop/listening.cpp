#include "iiop/listening.hpp"

#include "iiop/options.hpp"

namespace dimma::iiop {

namespace {

bool is_wanted(const transport::Transport& transport, const EngineeringQoS& qos, std::uint8_t giop_minor) {
  if (qos.transport != TransportKind::any) return transport.name() == to_string(qos.transport);
  if (transport.name() == "tcp") return true;
  return giop_minor >= 1 && transport.cannot_have(stream_options(qos), End::server).empty();
}

}  // namespace

std::vector<std::unique_ptr<transport::Listener>> listen_at(const transport::Transports& transports,
                                                            const channel::ListenOptions& options,
                                                            const EngineeringQoS& qos, std::uint8_t giop_minor) {
  std::vector<std::unique_ptr<transport::Listener>> listeners;
  for (transport::Transport* const transport : transports) {
    if (!is_wanted(*transport, qos, giop_minor)) continue;
    transport::Endpoint at{std::string(transport->name()), {}, 0};
    if (!is_local(at)) {
      at.host = options.host;
      at.port = options.port;
    } else if (giop_minor == 0) {
      throw QoSError(Field::transport, at.transport + " has no place in the references of GIOP 1.0");
    }
    listeners.push_back(transport->listen(at, stream_options(qos)));
  }
  if (listeners.empty()) throw not_assembled(qos, Field::transport, "iiop");
  return listeners;
}

}  // namespace dimma::iiop
