#include "orb/lifecycle/composition.hpp"

#include "flow/binder.hpp"
#include "iiop/binder.hpp"
#include "transport/local/unix.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/udp/multicast.hpp"
#include "transport/udp/udp.hpp"

namespace dimma::orb {

namespace {

iiop::Settings iiop_settings(const Options& options) {
  iiop::Settings settings;
  settings.giop_minor = options.giop_minor;
  settings.native_code_set = options.native_code_set;
  settings.byte_order = options.byte_order;
  if (options.connections_max) settings.connections_max = *options.connections_max;
  if (options.idle_limit) settings.idle_limit = *options.idle_limit;
  if (options.message_octets_max) settings.message_octets_max = *options.message_octets_max;
  if (options.connection_memory) settings.connection_memory = *options.connection_memory;
  if (options.memory_max) settings.memory_max = *options.memory_max;
  if (options.connect_timeout) settings.connect_timeout = *options.connect_timeout;
  if (options.nested_wait) settings.nested_wait = *options.nested_wait;
  if (options.cancel_peers) settings.cancel_peers = *options.cancel_peers;
  if (options.peer_silence_max) settings.peer_silence_max = *options.peer_silence_max;
  if (options.send_timeout) settings.send_timeout = *options.send_timeout;
  if (options.drain_timeout) settings.drain_timeout = *options.drain_timeout;
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

std::shared_ptr<OrbLifecycle> compose(Options options) {
  Protocols protocols;
  auto& shm = *protocols.transports.emplace_back(std::make_unique<transport::ShmTransport>());
  auto& local = *protocols.transports.emplace_back(std::make_unique<transport::UnixTransport>());
  auto& tcp = *protocols.transports.emplace_back(std::make_unique<transport::TcpTransport>());
  protocols.binders.push_back(iiop::make_binder({{&shm, &local, &tcp}}, iiop_settings(options)));
  auto& udp = *protocols.datagram_transports.emplace_back(std::make_unique<transport::UdpTransport>());
  auto& multicast = *protocols.datagram_transports.emplace_back(std::make_unique<transport::MulticastTransport>());
  auto& shared = *protocols.datagram_transports.emplace_back(std::make_unique<transport::ShmDatagramTransport>());
  protocols.binders.push_back(flow::make_binder({&udp, &multicast, &shared}, flow_settings(options)));
  return OrbLifecycle::make(std::move(options), std::move(protocols));
}

}  // namespace dimma::orb
