#include "iiop/binder.hpp"

#include "iiop/dedicated_channel.hpp"
#include "iiop/options.hpp"
#include "iiop/profile_components.hpp"
#include "iiop/server_endpoint.hpp"
#include "iiop/shared_channel.hpp"

namespace dimma::iiop {

namespace {

class IiopBinder final : public channel::Binder {
 public:
  IiopBinder(transport::Transports transports, const Settings& settings)
      : transports_(std::move(transports)), settings_(settings), links_(transports_, settings_) {}

  std::string_view protocol() const noexcept override { return "iiop"; }
  bool understands(const channel::Tagged& profile) const noexcept override { return profile.tag == tag_internet_iop; }

  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos,
                                               transport::Deadline deadline) override {
    require_assembled(qos, End::client);
    const auto until = std::min(deadline, transport::Clock::now() + settings_.connect_timeout);
    if (qos.is_dedicated()) return std::make_shared<DedicatedChannel>(transports_, profile, qos, settings_, until);
    return std::make_shared<SharedChannel>(links_, profile, settings_, until);
  }

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    require_assembled(qos, End::server);
    return std::make_unique<IiopServerEndpoint>(transports_, options, qos, settings_, dispatcher);
  }

  channel::Tagged profile_for(std::uint8_t giop_minor, const std::string& host, std::uint16_t port,
                              std::span<const std::byte> object_key) const override {
    return {tag_internet_iop, encode(Profile{.minor = giop_minor,
                                             .address = {host, port},
                                             .object_key = {object_key.begin(), object_key.end()},
                                             .components = {}})};
  }
  channel::Octets object_key(const channel::Tagged& profile) const override {
    return decode_profile(profile.data).object_key;
  }
  std::string describe(const channel::Tagged& profile) const override {
    return iiop::describe(decode_profile(profile.data));
  }
  void shutdown() noexcept override { links_.close(); }

 private:
  const transport::Transports transports_;
  const Settings settings_;
  LinkTable links_;
};

}  // namespace

std::unique_ptr<channel::Binder> make_binder(transport::Transports transports, const Settings& settings) {
  return std::make_unique<IiopBinder>(std::move(transports), settings);
}

}  // namespace dimma::iiop
