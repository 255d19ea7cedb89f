#include "iiop/binder.hpp"

#include "iiop/bidirectional/arrival_path.hpp"
#include "iiop/bidirectional/callback_offer.hpp"
#include "iiop/client/client_plan.hpp"
#include "iiop/client/dedicated_channel.hpp"
#include "iiop/client/limited_channel.hpp"
#include "iiop/client/sealed_channel.hpp"
#include "iiop/client/shared_channel.hpp"
#include "iiop/client/tasked_channel.hpp"
#include "iiop/giop/profile_components.hpp"
#include "iiop/giop/security_components.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/resources/reach.hpp"
#include "iiop/resources/sealed_calls.hpp"
#include "iiop/resources/security.hpp"
#include "iiop/server/listening.hpp"
#include "iiop/server/server_endpoint.hpp"
#include "iiop/server/server_plan.hpp"
#include "qos/transport_traits.hpp"
#include "transport/secure.hpp"

namespace dimma::iiop {

namespace {

// A nullTask channel carries one message at a time and needs no other limit.
bool is_limited(const EngineeringQoS& qos) noexcept {
  return !qos.message_concurrency.is_unlimited() && !qos.is_null_task();
}

// Callbacks use the connection that the client opened. Throws QoSError if that connection cannot provide `qos`.
void require_carried_back(const EngineeringQoS& qos, std::string_view transport) {
  const auto refuse = [](Field field, const std::string& why) {
    throw QoSError(field, why + "; callbacks use the connection that their client has opened");
  };
  const EngineeringQoS plain;
  if (qos.transport != TransportKind::any && to_string(qos.transport) != transport) {
    refuse(Field::transport,
           "transport=" + std::string(to_string(qos.transport)) + " is not available over " + std::string(transport));
  }
  if (qos.is_null_task()) refuse(Field::processing, "a connection for each caller is not available");
  if (qos.is_dedicated()) refuse(Field::connection, "a dedicated connection is not available");
  if (qos.demultiplexing != plain.demultiplexing)
    refuse(Field::demultiplexing, "a thread for replies is not available");
  if (qos.wait != plain.wait) refuse(Field::wait, "the threads of the connection always block");
  if (qos.read_ahead != plain.read_ahead) refuse(Field::read_ahead, "the receive buffer cannot be chosen");
  if (qos.socket != plain.socket) refuse(Field::socket, "the socket cannot be configured");
}

// Adds the objects that all channels and endpoints of an ORB share.
Settings with_shared(Settings settings) {
  if (!settings.memory) settings.memory = make_memory_budget(settings);
  if (!settings.reach) settings.reach = std::make_shared<ReachNotice>();
  return settings;
}

class IiopBinder final : public channel::Binder {
 public:
  IiopBinder(transport::Transports transports, const Settings& settings)
      : transports_(std::move(transports)), settings_(with_shared(settings)), links_(transports_, settings_) {}

  std::string_view protocol() const noexcept override { return "iiop"; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == tag_internet_iop; }

  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos,
                                               Deadline deadline, const channel::Callbacks& callbacks) override {
    auto channel = assemble(callbacks, profile, qos, deadline);
    channel->open(deadline);
    return channel;
  }

  void begin_bind(const channel::Tagged& profile, const EngineeringQoS& qos, Deadline deadline,
                  const channel::Callbacks& callbacks, Bound bound) override {
    std::shared_ptr<AssembledChannel> channel;
    try {
      // A nullTask channel connects in assemble().
      if (qos.is_null_task()) return bound(bind(profile, qos, deadline, callbacks), nullptr);
      channel = assemble(callbacks, profile, qos, deadline);
    } catch (...) {
      return bound(nullptr, std::current_exception());
    }
    channel->begin_connect(deadline, [channel, bound = std::move(bound)](std::exception_ptr failure) {
      auto connected = failure ? nullptr : channel;
      bound(std::move(connected), std::move(failure));
    });
  }

  std::vector<channel::Fact> plan(const channel::Tagged& profile, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::client);
    return client_plan(qos, ChannelTarget(profile, qos, transports_, settings_), settings_);
  }

  void require_assembled(const EngineeringQoS& qos, End end) const override {
    iiop::require_assembled(qos, end);
    require_sealable(qos);
    require_threads_of(qos, end, settings_.application_loop != nullptr);
    if (qos.transport == TransportKind::any || transports_.find(to_string(qos.transport)) != nullptr) return;
    if (qos::traits_of(qos.transport).encrypts) throw QoSError(Field::transport, std::string(transport::no_tls));
    std::string others;
    for (const transport::Transport* const each : transports_) others.append(", ").append(each->name());
    throw QoSError(Field::transport, "transport=" + std::string(to_string(qos.transport)) +
                                         " is not supported by iiop; use any" + others);
  }

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    require_assembled(qos, End::server);
    return std::make_unique<IiopServerEndpoint>(transports_, options, qos, settings_, dispatcher, offer_);
  }

  std::vector<channel::Fact> plan(const channel::ListenOptions& options, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::server);
    return server_plan(qos, places_to_listen(transports_, options, qos, settings_.giop_minor), settings_);
  }

  channel::Tagged profile_for(std::uint8_t giop_minor, const channel::ListenAddress& at,
                              std::span<const std::byte> object_key) const override {
    Profile profile{.minor = giop_minor,
                    .address = {at.host, at.has_tls ? std::uint16_t{0} : at.port},
                    .object_key = {object_key.begin(), object_key.end()},
                    .components = {}};
    if (at.has_tls) profile.components.push_back(ssl_transport(association_of_tls({}), at.port));
    return {tag_internet_iop, encode(profile)};
  }
  void add_component(channel::Tagged& profile, const channel::Tagged& component) const override {
    auto decoded = decode_profile(profile.data);
    decoded.components.push_back(component);
    profile.data = encode(decoded);
  }
  std::vector<channel::Tagged> components(const channel::Tagged& profile) const override {
    return decode_profile(profile.data).components;
  }
  channel::Octets object_key(const channel::Tagged& profile) const override {
    return decode_profile(profile.data).object_key;
  }
  std::string describe(const channel::Tagged& profile) const override {
    return iiop::describe(decode_profile(profile.data));
  }
  void run_by(std::shared_ptr<reactor::EventLoop> loop) override {
    links_.run_by(loop);
    settings_.application_loop = std::move(loop);
  }
  void end_asynchronous_calls() noexcept override {
    for (transport::Transport* const each : transports_) each->end_connecting();
    links_.end_asynchronous_calls();
  }
  void shutdown() noexcept override { links_.close(); }

 private:
  std::shared_ptr<AssembledChannel> assemble(const channel::Callbacks& callbacks, const channel::Tagged& profile,
                                             const EngineeringQoS& qos, Deadline deadline) {
    require_assembled(qos, End::client);
    auto path = path_to(callbacks, profile, qos);
    EngineeringQoS of_target = qos;
    if (path) of_target.transport = TransportKind::any;  // calls use the path's transport
    CallbackOffer* const offer = callbacks.are_offered && !path && may_offer(profile) ? &offer_ : nullptr;
    ChannelTarget target(profile, of_target, transports_, settings_, offer);
    auto server = target.endpoints().front();
    auto plan = client_plan(qos, target, settings_, path ? Carrying::back : Carrying::forth);
    auto channel = path ? std::make_shared<SharedChannel>(links_, std::move(target), qos, settings_, std::move(path))
                        : carrier(std::move(target), qos, deadline);
    channel = with_tasks(std::move(channel), qos, settings_);
    if (is_limited(qos)) channel = std::make_shared<LimitedChannel>(std::move(channel), qos, settings_, links_.watch());
    if (qos.memory != Memory::any)
      channel = std::make_shared<SealedChannel>(std::move(channel), qos, to_string(server));
    channel->planned(std::move(plan), std::move(server));
    return channel;
  }

  // Returns the connection over which the reference arrived if it leads to the address in the reference; otherwise
  // nullptr.
  static std::shared_ptr<ArrivalPath> path_to(const channel::Callbacks& callbacks, const channel::Tagged& profile,
                                              const EngineeringQoS& qos) {
    auto path = std::dynamic_pointer_cast<ArrivalPath>(callbacks.came_over);
    if (!path || !path->is_offered()) return nullptr;
    const auto decoded = decode_profile(profile.data);
    const auto with_tls = tls_offer(decoded);
    if (with_tls.is_required && qos::traits_of(path->transport()).is_plain_network()) return nullptr;
    auto addresses = with_tls.addresses;
    addresses.push_back(decoded.address);
    const auto leads = [&path](const Address& address) { return path->leads_to(address); };
    if (decoded.minor < 2 || std::ranges::none_of(addresses, leads)) return nullptr;
    require_carried_back(qos, path->transport());
    return path;
  }

  // Bidirectional GIOP requires version 1.2.
  bool may_offer(const channel::Tagged& profile) const {
    return settings_.giop_minor >= 2 && decode_profile(profile.data).minor >= 2;
  }

  // Returns the innermost part of a channel, which uses the connection directly.
  std::shared_ptr<AssembledChannel> carrier(ChannelTarget target, const EngineeringQoS& qos, Deadline deadline) {
    if (qos.is_null_task()) {
      CallbackOffer* const offer = target.offer();
      return std::make_shared<DedicatedChannel>(transports_, std::move(target), qos, settings_, offer, deadline);
    }
    return std::make_shared<SharedChannel>(links_, std::move(target), qos, settings_);
  }

  const transport::Transports transports_;
  Settings settings_;    // changed only before the first binding or endpoint exists
  CallbackOffer offer_;  // outlives the links and the endpoints
  LinkTable links_;
};

}  // namespace

std::unique_ptr<channel::Binder> make_binder(transport::Transports transports, const Settings& settings) {
  return std::make_unique<IiopBinder>(std::move(transports), settings);
}

}  // namespace dimma::iiop
