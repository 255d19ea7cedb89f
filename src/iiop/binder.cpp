#include "iiop/binder.hpp"

#include "iiop/client/dedicated_channel.hpp"
#include "iiop/client/limited_channel.hpp"
#include "iiop/client/shared_channel.hpp"
#include "iiop/client/tasked_channel.hpp"
#include "iiop/giop/profile_components.hpp"
#include "iiop/resources/options.hpp"
#include "iiop/server/listening.hpp"
#include "iiop/server/server_endpoint.hpp"

namespace dimma::iiop {

namespace {

// A channel without a task has the one message of its connection, and needs no other limit.
bool is_limited(const EngineeringQoS& qos) noexcept {
  return !qos.message_concurrency.is_unlimited() && !qos.is_null_task();
}

Settings with_budget(Settings settings) {
  if (!settings.memory) settings.memory = make_memory_budget(settings);
  return settings;
}

class IiopBinder final : public channel::Binder {
 public:
  IiopBinder(transport::Transports transports, const Settings& settings)
      : transports_(std::move(transports)), settings_(with_budget(settings)), links_(transports_, settings_) {}

  std::string_view protocol() const noexcept override { return "iiop"; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == tag_internet_iop; }

  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos,
                                               transport::Deadline deadline) override {
    const auto until = std::min(deadline, transport::Clock::now() + settings_.connect_timeout);
    auto channel = assemble(profile, qos, until);
    channel->open(until);
    return channel;
  }

  void begin_bind(const channel::Tagged& profile, const EngineeringQoS& qos, transport::Deadline deadline,
                  Bound bound) override {
    if (qos.is_null_task()) return Binder::begin_bind(profile, qos, deadline, std::move(bound));
    std::shared_ptr<AssembledChannel> channel;
    try {
      channel = assemble(profile, qos, deadline);
    } catch (...) {
      return bound(nullptr, std::current_exception());
    }
    channel->begin_connect(deadline, [channel, bound = std::move(bound)](const std::exception_ptr& failure) {
      bound(failure ? nullptr : channel, failure);
    });
  }

  std::vector<channel::Fact> plan(const channel::Tagged& profile, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::client);
    return client_plan(qos, ChannelTarget(profile, qos, transports_, settings_), settings_);
  }

  void require_assembled(const EngineeringQoS& qos, End end) const override {
    iiop::require_assembled(qos, end);
    require_threads_of(qos, end, settings_.application_loop != nullptr);
    if (qos.transport == TransportKind::any || transports_.find(to_string(qos.transport)) != nullptr) return;
    std::string others;
    for (const transport::Transport* const each : transports_) others.append(", ").append(each->name());
    throw QoSError(Field::transport, "transport=" + std::string(to_string(qos.transport)) +
                                         " is not assembled yet by iiop; say any" + others);
  }

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    require_assembled(qos, End::server);
    return std::make_unique<IiopServerEndpoint>(transports_, options, qos, settings_, dispatcher);
  }

  std::vector<channel::Fact> plan(const channel::ListenOptions& options, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::server);
    return server_plan(qos, places_to_listen(transports_, options, qos, settings_.giop_minor), settings_);
  }

  channel::Tagged profile_for(std::uint8_t giop_minor, const std::string& host, std::uint16_t port,
                              std::span<const std::byte> object_key) const override {
    return {tag_internet_iop, encode(Profile{.minor = giop_minor,
                                             .address = {host, port},
                                             .object_key = {object_key.begin(), object_key.end()},
                                             .components = {}})};
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
  void run_by(std::shared_ptr<transport::EventLoop> loop) override {
    links_.run_by(loop);
    settings_.application_loop = std::move(loop);
  }
  void end_asynchronous_calls() noexcept override {
    for (transport::Transport* const each : transports_) each->end_connecting();
    links_.end_asynchronous_calls();
  }
  void shutdown() noexcept override { links_.close(); }

 private:
  std::shared_ptr<AssembledChannel> assemble(const channel::Tagged& profile, const EngineeringQoS& qos,
                                             transport::Deadline deadline) {
    require_assembled(qos, End::client);
    ChannelTarget target(profile, qos, transports_, settings_);
    auto plan = client_plan(qos, target, settings_);
    auto channel = carrier(std::move(target), qos, deadline);
    channel = with_tasks(std::move(channel), qos, settings_);
    if (is_limited(qos)) channel = std::make_shared<LimitedChannel>(std::move(channel), qos, settings_, links_.watch());
    channel->planned(std::move(plan));
    return channel;
  }

  // The innermost part of a channel, which has the connection.
  std::shared_ptr<AssembledChannel> carrier(ChannelTarget target, const EngineeringQoS& qos,
                                            transport::Deadline deadline) {
    if (qos.is_null_task()) {
      return std::make_shared<DedicatedChannel>(transports_, std::move(target), qos, settings_, deadline);
    }
    return std::make_shared<SharedChannel>(links_, std::move(target), qos, settings_);
  }

  const transport::Transports transports_;
  Settings settings_;  // changed before the first binding and endpoint only
  LinkTable links_;
};

}  // namespace

std::unique_ptr<channel::Binder> make_binder(transport::Transports transports, const Settings& settings) {
  return std::make_unique<IiopBinder>(std::move(transports), settings);
}

}  // namespace dimma::iiop
