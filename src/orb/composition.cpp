#include "orb/composition.hpp"

#include "flow/binder.hpp"
#include "iiop/binder.hpp"
#include "transport/multicast.hpp"
#include "transport/shm.hpp"
#include "transport/shm_datagram.hpp"
#include "transport/tcp.hpp"
#include "transport/udp.hpp"
#include "transport/unix.hpp"

namespace dimma::orb {

namespace {

iiop::Settings iiop_settings(const Options& options) {
  iiop::Settings settings;
  settings.giop_minor = options.giop_minor;
  settings.byte_order = options.byte_order;
  if (options.connections_most) settings.connections_most = *options.connections_most;
  if (options.idle_limit) settings.idle_limit = *options.idle_limit;
  if (options.message_octets_max) settings.message_octets_max = *options.message_octets_max;
  if (options.connect_timeout) settings.connect_timeout = *options.connect_timeout;
  if (options.nested_wait) settings.nested_wait = *options.nested_wait;
  if (options.peer_silence_max) settings.peer_silence_max = *options.peer_silence_max;
  return settings;
}

flow::Settings flow_settings(const Options& options) {
  flow::Settings settings;
  settings.byte_order = options.byte_order;
  if (options.message_octets_max && *options.message_octets_max < settings.limits.message_octets_max) {
    settings.limits.message_octets_max = *options.message_octets_max;
  }
  return settings;
}

}  // namespace

std::shared_ptr<Core> compose(Options options) {
  Protocols protocols;
  auto& shm = *protocols.transports.emplace_back(std::make_unique<transport::ShmTransport>());
  auto& local = *protocols.transports.emplace_back(std::make_unique<transport::UnixTransport>());
  auto& tcp = *protocols.transports.emplace_back(std::make_unique<transport::TcpTransport>());
  protocols.binders.push_back(iiop::make_binder({{&shm, &local, &tcp}}, iiop_settings(options)));
  auto& udp = *protocols.datagram_transports.emplace_back(std::make_unique<transport::UdpTransport>());
  auto& multicast = *protocols.datagram_transports.emplace_back(std::make_unique<transport::MulticastTransport>());
  auto& shared = *protocols.datagram_transports.emplace_back(std::make_unique<transport::ShmDatagramTransport>());
  protocols.binders.push_back(flow::make_binder({&udp, &multicast, &shared}, flow_settings(options)));
  return Core::make(std::move(options), std::move(protocols));
}

}  // namespace dimma::orb
