#include "iiop/server/listening.hpp"

#include "channel/published.hpp"
#include "iiop/giop/profile.hpp"
#include "iiop/resources/options.hpp"
#include "qos/assembled.hpp"
#include "transport/secure.hpp"

#include <algorithm>

namespace dimma::iiop {

namespace {

bool is_wanted(const transport::Transport& transport, const EngineeringQoS& qos, std::uint8_t giop_minor) {
  if (qos.transport != TransportKind::any) return transport.name() == to_string(qos.transport);
  if (!transport.traits().is_within_host) return true;
  return giop_minor >= 1 && transport.cannot_have(stream_options(qos), End::server).empty();
}

// True if the transport has to listen at that address. With transport=any, TLS has its own addresses.
bool is_for(const transport::Transport& transport, const channel::ListenAddress& address, const EngineeringQoS& qos) {
  if (qos.transport == TransportKind::any) return transport.traits().encrypts == address.has_tls;
  if (!address.has_tls || address.port == 0 || transport.traits().encrypts) return true;
  throw QoSError(Field::transport, std::string(to_string(qos.transport)) + " is requested for ssliop://" +
                                       to_string(Address{address.host, address.port}) + ", which uses TLS");
}

void require_tls_where_named(const transport::Transports& transports, const channel::ListenOptions& options) {
  const bool is_named = std::ranges::any_of(options.at, [](const auto& address) { return address.has_tls; });
  if (is_named && transports.secure() == nullptr) throw QoSError(Field::transport, std::string(transport::no_tls));
}

std::vector<transport::Endpoint> places_of(const transport::Transport& transport, const channel::ListenOptions& options,
                                           const EngineeringQoS& qos) {
  const std::string name(transport.name());
  if (transport.traits().is_within_host) return {{name, {}, 0}};
  std::vector<transport::Endpoint> places;
  for (const auto& address : options.at) {
    if (!is_for(transport, address, qos)) continue;
    places.push_back({name, channel::host_to_listen(options, address), address.port});
  }
  return places;
}

}  // namespace

std::vector<transport::Endpoint> places_to_listen(const transport::Transports& transports,
                                                  const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  std::uint8_t giop_minor) {
  require_tls_where_named(transports, options);
  std::vector<transport::Endpoint> places;
  for (const transport::Transport* const transport : transports) {
    if (!is_wanted(*transport, qos, giop_minor)) continue;
    const auto added = places_of(*transport, options, qos);
    // Profiles of GIOP 1.0 have no components.
    if (!added.empty() && giop_minor == 0 && !transport->traits().is_plain_network()) {
      throw QoSError(Field::transport, std::string(transport->name()) + " cannot be named in references of GIOP 1.0");
    }
    places.insert(places.end(), added.begin(), added.end());
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
