#include "orb/lifecycle/making/composition.hpp"

#include "flow/binder.hpp"
#include "iiop/binder.hpp"
#include "observe/observatory.hpp"
#include "observe/observed_stream.hpp"
#include "tracing/tracer.hpp"
#include "transport/local/unix.hpp"
#include "transport/secure.hpp"
#include "transport/shm/shm.hpp"
#include "transport/shm/shm_datagram.hpp"
#include "transport/tcp/tcp.hpp"
#include "transport/udp/multicast.hpp"
#include "transport/udp/udp.hpp"

#include <dimma/minor.hpp>

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
  settings.tells_exception_text = options.tells_exception_text;
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

// Returns nullptr if the program is not linked with TLS. Throws CORBA::BAD_PARAM if an option requires TLS
// nevertheless.
std::unique_ptr<transport::SecureTransport> make_tls(transport::Transport& tcp, const Options& options) {
  const auto make = transport::offered_secure();
  if (make == nullptr) {
    if (options.tls_option.empty()) return nullptr;
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           options.tls_option + ": " + std::string(transport::no_tls));
  }
  transport::HandshakeLimits limits;
  if (options.handshake_timeout) limits.time = *options.handshake_timeout;
  if (options.handshakes_max) limits.at_once = *options.handshakes_max;
  auto tls = make(tcp, limits);
  if (options.tls_option.empty()) return tls;
  try {
    tls->set_credentials("", options.tls);
  } catch (const transport::CredentialsError& error) {
    throw CORBA::BAD_PARAM(minor::bad_param_option, CORBA::COMPLETED_NO,
                           "TLS options (" + options.tls_option + " and others): " + error.what());
  }
  return tls;
}

transport::PeerUsers users_of(const Options& options) {
  if (!options.local_users) return {};
  return options.local_users->empty() ? transport::PeerUsers::anyone() : transport::PeerUsers(*options.local_users);
}

}  // namespace

Protocols protocols_of(const Options& options) {
  Protocols protocols;
  const transport::PeerUsers users = users_of(options);
  auto& shm = *protocols.transports.emplace_back(std::make_unique<transport::ShmTransport>(users));
  auto& local = *protocols.transports.emplace_back(std::make_unique<transport::UnixTransport>(users));
  auto& tcp = *protocols.transports.emplace_back(std::make_unique<transport::TcpTransport>());
  std::vector<transport::Transport*> of_iiop{&shm, &local, &tcp};
  if (auto tls = make_tls(tcp, options)) {
    of_iiop.push_back(tls.get());
    protocols.transports.push_back(std::move(tls));
  }
  auto settings = iiop_settings(options);
  if (options.observed.is_any()) {
    protocols.observatory = std::make_shared<observe::Observatory>(options.observed);
    settings.tap = observe::make_tap(protocols.observatory->capture());
  }
  if (options.traced.is_on) {
    protocols.tracer = std::make_shared<tracing::Tracer>(options.traced);
    settings.traces = true;
  }
  protocols.binders.push_back(iiop::make_binder(std::move(of_iiop), settings));
  auto& udp = *protocols.datagram_transports.emplace_back(std::make_unique<transport::UdpTransport>());
  auto& multicast = *protocols.datagram_transports.emplace_back(std::make_unique<transport::MulticastTransport>());
  auto& shared = *protocols.datagram_transports.emplace_back(std::make_unique<transport::ShmDatagramTransport>(users));
  protocols.binders.push_back(flow::make_binder({&udp, &multicast, &shared}, flow_settings(options)));
  // The observatory comes first, so that a span includes the text that observation adds to an exception.
  if (options.observed.is_of_calls()) protocols.subscribers.push_back(protocols.observatory);
  if (protocols.tracer) protocols.subscribers.push_back(protocols.tracer);
  return protocols;
}

std::shared_ptr<OrbLifecycle> compose(Options options) {
  auto protocols = protocols_of(options);
  return OrbLifecycle::make(std::move(options), std::move(protocols));
}

}  // namespace dimma::orb
