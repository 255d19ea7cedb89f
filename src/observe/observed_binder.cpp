#include "observe/observed_binder.hpp"

#include "observe/observed_channel.hpp"
#include "observe/observed_endpoint.hpp"

#include <utility>

namespace dimma::observe {

namespace {

class ObservedBinder final : public channel::Binder {
 public:
  ObservedBinder(std::unique_ptr<channel::Binder> within, std::shared_ptr<Observatory> observatory)
      : within_(std::move(within)), observatory_(std::move(observatory)) {}

  std::string_view protocol() const noexcept override { return within_->protocol(); }
  bool understands(const channel::Tagged& profile) const noexcept override { return within_->understands(profile); }
  bool answers() const noexcept override { return within_->answers(); }

  std::shared_ptr<channel::ClientChannel> bind(const channel::Tagged& profile, const EngineeringQoS& qos,
                                               transport::Deadline deadline) override {
    return seen(within_->bind(profile, qos, deadline));
  }
  std::shared_ptr<channel::ClientChannel> bind_with(const channel::Callbacks& callbacks, const channel::Tagged& profile,
                                                    const EngineeringQoS& qos, transport::Deadline deadline) override {
    return seen(within_->bind_with(callbacks, profile, qos, deadline));
  }
  void begin_bind(const channel::Tagged& profile, const EngineeringQoS& qos, transport::Deadline deadline,
                  Bound bound) override {
    within_->begin_bind(profile, qos, deadline, seen_when(std::move(bound)));
  }
  void begin_bind_with(const channel::Callbacks& callbacks, const channel::Tagged& profile, const EngineeringQoS& qos,
                       transport::Deadline deadline, Bound bound) override {
    within_->begin_bind_with(callbacks, profile, qos, deadline, seen_when(std::move(bound)));
  }
  std::vector<channel::Fact> plan(const channel::Tagged& profile, const EngineeringQoS& qos) const override {
    return within_->plan(profile, qos);
  }
  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    const auto listen_within = [&](channel::Dispatcher& seen) { return within_->listen(options, qos, seen); };
    return observed(listen_within, dispatcher, observatory_, protocol());
  }
  void require_assembled(const EngineeringQoS& qos, End end) const override { within_->require_assembled(qos, end); }
  std::vector<channel::Fact> plan(const channel::ListenOptions& options, const EngineeringQoS& qos) const override {
    return within_->plan(options, qos);
  }
  channel::Tagged profile_for(std::uint8_t giop_minor, const channel::ListenAddress& at,
                              std::span<const std::byte> object_key) const override {
    return within_->profile_for(giop_minor, at, object_key);
  }
  void add_component(channel::Tagged& profile, const channel::Tagged& component) const override {
    within_->add_component(profile, component);
  }
  std::vector<channel::Tagged> components(const channel::Tagged& profile) const override {
    return within_->components(profile);
  }
  channel::Octets object_key(const channel::Tagged& profile) const override { return within_->object_key(profile); }
  std::string describe(const channel::Tagged& profile) const override { return within_->describe(profile); }
  void run_by(std::shared_ptr<transport::EventLoop> loop) override { within_->run_by(std::move(loop)); }
  void end_asynchronous_calls() noexcept override { within_->end_asynchronous_calls(); }
  void shutdown() noexcept override { within_->shutdown(); }

 private:
  std::shared_ptr<channel::ClientChannel> seen(std::shared_ptr<channel::ClientChannel> channel) {
    return observed(std::move(channel), observatory_, protocol());
  }
  Bound seen_when(Bound bound) {
    return
        [this, bound = std::move(bound)](std::shared_ptr<channel::ClientChannel> channel, std::exception_ptr failure) {
          if (channel) {
            try {
              channel = seen(std::move(channel));
            } catch (...) {
              failure = std::current_exception();
            }
          }
          bound(std::move(channel), std::move(failure));
        };
  }

  const std::unique_ptr<channel::Binder> within_;
  const std::shared_ptr<Observatory> observatory_;
};

}  // namespace

std::unique_ptr<channel::Binder> observed(std::unique_ptr<channel::Binder> within,
                                          std::shared_ptr<Observatory> observatory) {
  return std::make_unique<ObservedBinder>(std::move(within), std::move(observatory));
}

}  // namespace dimma::observe
