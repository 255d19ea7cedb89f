#include "flow/binder.hpp"

#include "flow/consumer/consumer.hpp"
#include "flow/consumer/consumer_plan.hpp"
#include "flow/producer/producer.hpp"
#include "flow/producer/producer_plan.hpp"
#include "flow/resources/options.hpp"
#include "qos/transport_traits.hpp"

#include <dimma/minor.hpp>

#include <algorithm>

namespace dimma::flow {

namespace {

class FlowBinder final : public channel::Binder {
 public:
  FlowBinder(std::vector<transport::DatagramTransport*> transports, const Settings& settings)
      : transports_(std::move(transports)), settings_(settings) {}

  std::string_view protocol() const noexcept override { return "flow"; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == tag_flow; }
  bool answers() const noexcept override { return false; }

  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos,
                                               Deadline /*deadline*/,
                                               const channel::Callbacks& /*callbacks*/) override {
    require_assembled(qos, End::client);
    const Profile target = decode_profile(profile.data);
    require_transport(qos, target);
    const auto found = std::ranges::find(transports_, target.endpoint.transport, &transport::DatagramTransport::name);
    if (found == transports_.end()) {
      throw CORBA::TRANSIENT(minor::transient_no_usable_profile, CORBA::COMPLETED_NO,
                             "flow over '" + target.endpoint.transport + "', which this ORB does not support");
    }
    std::string problem;
    auto socket = (*found)->connect(target.endpoint, socket_options(qos), problem);
    if (!socket) throw CORBA::TRANSIENT(minor::transient_connect_failed, CORBA::COMPLETED_NO, problem);
    auto channel = std::make_shared<ProducerChannel>(std::move(socket), target, qos, settings_);
    if (!keep(channel)) channel->close();
    return channel;
  }

  std::vector<channel::Fact> plan(const channel::Tagged& profile, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::client);
    const Profile target = decode_profile(profile.data);
    require_transport(qos, target);
    return producer_plan(qos, target.endpoint, settings_);
  }

  void require_assembled(const EngineeringQoS& qos, End end) const override {
    flow::require_assembled(qos, end);
    if (!is_run_by_application_ || !sync::has_threads) return;
    constexpr std::string_view why = "the ORB is run by the application, but flow needs a thread of its own";
    if (end == End::server) throw QoSError(Field::protocol, "a consumer of a flow: " + std::string(why));
    if (qos.batch_delay) throw QoSError(Field::batch_delay, std::string(why));
  }
  void run_by(std::shared_ptr<reactor::EventLoop> /*loop*/) override { is_run_by_application_ = true; }

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    require_assembled(qos, End::server);
    return std::make_unique<ConsumerEndpoint>(listens_with(qos), place_of(options, qos), qos, settings_, dispatcher);
  }
  std::vector<channel::Fact> plan(const channel::ListenOptions& options, const EngineeringQoS& qos) const override {
    require_assembled(qos, End::server);
    return consumer_plan(qos, place_of(options, qos), listens_with(qos).name(), settings_);
  }

  channel::Tagged profile_for(std::uint8_t /*giop_minor*/, const channel::ListenAddress& at,
                              std::span<const std::byte> object_key) const override {
    return {tag_flow, encode({.endpoint = {std::string(transports_.front()->name()), at.host, at.port},
                              .object_key = {object_key.begin(), object_key.end()}})};
  }
  channel::Octets object_key(const channel::Tagged& profile) const override {
    return decode_profile(profile.data).object_key;
  }
  std::string describe(const channel::Tagged& profile) const override {
    return "flow 1 " + to_string(decode_profile(profile.data).endpoint);
  }
  void shutdown() noexcept override {
    std::vector<std::weak_ptr<ProducerChannel>> channels;
    {
      const sync::LockGuard lock(mutex_);
      is_shut_down_ = true;
      channels.swap(channels_);
    }
    for (const auto& each : channels) {
      if (const auto channel = each.lock()) channel->close();
    }
  }

 private:
  // Records the channel, so that the shutdown closes it. Returns false after the shutdown.
  bool keep(const std::shared_ptr<ProducerChannel>& channel) {
    const sync::LockGuard lock(mutex_);
    if (is_shut_down_) return false;
    std::erase_if(channels_, [](const auto& each) { return each.expired(); });
    channels_.push_back(channel);
    return true;
  }

  static void require_transport(const EngineeringQoS& qos, const Profile& target) {
    if (qos.transport == TransportKind::any || to_string(qos.transport) == target.endpoint.transport) return;
    throw QoSError(Field::transport, "the reference offers a flow over " + target.endpoint.transport);
  }
  // Returns the transport that the QoS names, which require_assembled() has accepted; the first transport for `any`.
  transport::DatagramTransport& listens_with(const EngineeringQoS& qos) const {
    const auto found = std::ranges::find(transports_, to_string(qos.transport), &transport::DatagramTransport::name);
    return found == transports_.end() ? *transports_.front() : **found;
  }
  // Returns the addresses to listen at. The ORB's apply only to UDP: a group has its own, and shared memory has none.
  static channel::ListenOptions place_of(const channel::ListenOptions& options, const EngineeringQoS& qos) {
    const auto& traits = qos::traits_of(qos.transport);
    if (traits.is_within_host) return {};
    if (!traits.has_groups) return options;
    return {.at = {{qos.socket.group, qos.socket.group_port}}, .publish = {{qos.socket.group, qos.socket.group_port}}};
  }

  const std::vector<transport::DatagramTransport*> transports_;
  const Settings settings_;
  bool is_run_by_application_ = false;
  sync::Mutex mutex_;
  bool is_shut_down_ DIMMA_GUARDED_BY(mutex_) = false;
  std::vector<std::weak_ptr<ProducerChannel>> channels_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace

std::unique_ptr<channel::Binder> make_binder(std::vector<transport::DatagramTransport*> transports,
                                             const Settings& settings) {
  return std::make_unique<FlowBinder>(std::move(transports), settings);
}

}  // namespace dimma::flow
