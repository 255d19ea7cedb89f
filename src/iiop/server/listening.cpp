#include "iiop/server/listening.hpp"

#include "iiop/resources/options.hpp"
#include "qos/assembled.hpp"

namespace dimma::iiop {

namespace {

bool is_wanted(const transport::Transport& transport, const EngineeringQoS& qos, std::uint8_t giop_minor) {
  if (qos.transport != TransportKind::any) return transport.name() == to_string(qos.transport);
  if (transport.name() == "tcp") return true;
  return giop_minor >= 1 && transport.cannot_have(stream_options(qos), End::server).empty();
}

}  // namespace

std::vector<transport::Endpoint> places_to_listen(const transport::Transports& transports,
                                                  const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  std::uint8_t giop_minor) {
  std::vector<transport::Endpoint> places;
  for (const transport::Transport* const transport : transports) {
    if (!is_wanted(*transport, qos, giop_minor)) continue;
    const transport::Endpoint anywhere{std::string(transport->name()), {}, 0};
    if (!is_local(anywhere)) {
      for (const auto& [host, port] : options.at) places.push_back({anywhere.transport, host, port});
      continue;
    }
    if (giop_minor == 0) {
      throw QoSError(Field::transport, anywhere.transport + " has no place in the references of GIOP 1.0");
    }
    places.push_back(anywhere);
  }
  if (places.empty()) throw not_assembled(qos, Field::transport, "iiop");
  return places;
}

std::vector<std::unique_ptr<transport::Listener>> listen_at(const transport::Transports& transports,
                                                            const channel::ListenOptions& options,
                                                            const EngineeringQoS& qos, const Settings& settings) {
  std::vector<std::unique_ptr<transport::Listener>> listeners;
  for (const auto& place : places_to_listen(transports, options, qos, settings.giop_minor)) {
    listeners.push_back(transports.find(place.transport)->listen(place, stream_options(qos, settings)));
  }
  return listeners;
}

}  // namespace dimma::iiop
