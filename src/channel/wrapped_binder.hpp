#pragma once
// A protocol whose channels and endpoints are wrapped in others, which see all that passes.

#include "channel/channel.hpp"

#include <memory>
#include <utility>

namespace dimma::channel {

class WrappedBinder : public Binder {
 public:
  explicit WrappedBinder(std::unique_ptr<Binder> within) : within_(std::move(within)) {}

  std::string_view protocol() const noexcept override { return within_->protocol(); }
  bool understands(const Tagged& profile) const noexcept override { return within_->understands(profile); }
  bool answers() const noexcept override { return within_->answers(); }

  std::shared_ptr<ClientChannel> bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline) override {
    return wrapped(within_->bind(profile, qos, deadline), qos);
  }
  std::shared_ptr<ClientChannel> bind_with(const Callbacks& callbacks, const Tagged& profile, const EngineeringQoS& qos,
                                           Deadline deadline) override {
    return wrapped(within_->bind_with(callbacks, profile, qos, deadline), qos);
  }
  void begin_bind(const Tagged& profile, const EngineeringQoS& qos, Deadline deadline, Bound bound) override {
    within_->begin_bind(profile, qos, deadline, wrapped_when(std::move(bound), qos));
  }
  void begin_bind_with(const Callbacks& callbacks, const Tagged& profile, const EngineeringQoS& qos, Deadline deadline,
                       Bound bound) override {
    within_->begin_bind_with(callbacks, profile, qos, deadline, wrapped_when(std::move(bound), qos));
  }
  std::vector<Fact> plan(const Tagged& profile, const EngineeringQoS& qos) const override {
    return within_->plan(profile, qos);
  }
  void require_assembled(const EngineeringQoS& qos, End end) const override { within_->require_assembled(qos, end); }
  std::vector<Fact> plan(const ListenOptions& options, const EngineeringQoS& qos) const override {
    return within_->plan(options, qos);
  }
  Tagged profile_for(std::uint8_t giop_minor, const ListenAddress& at,
                     std::span<const std::byte> object_key) const override {
    return within_->profile_for(giop_minor, at, object_key);
  }
  void add_component(Tagged& profile, const Tagged& component) const override {
    within_->add_component(profile, component);
  }
  std::vector<Tagged> components(const Tagged& profile) const override { return within_->components(profile); }
  Octets object_key(const Tagged& profile) const override { return within_->object_key(profile); }
  std::string describe(const Tagged& profile) const override { return within_->describe(profile); }
  void run_by(std::shared_ptr<reactor::EventLoop> loop) override { within_->run_by(std::move(loop)); }
  void end_asynchronous_calls() noexcept override { within_->end_asynchronous_calls(); }
  void shutdown() noexcept override { within_->shutdown(); }

 protected:
  // Returns the channel that the ORB gets instead. Thread safe.
  virtual std::shared_ptr<ClientChannel> wrapped(std::shared_ptr<ClientChannel> channel, const EngineeringQoS& qos) = 0;
  Binder& within() noexcept { return *within_; }

 private:
  Bound wrapped_when(Bound bound, const EngineeringQoS& qos) {
    return [this, bound = std::move(bound), qos](std::shared_ptr<ClientChannel> channel, std::exception_ptr failure) {
      if (channel) {
        try {
          channel = wrapped(std::move(channel), qos);
        } catch (...) {
          failure = std::current_exception();
        }
      }
      bound(std::move(channel), std::move(failure));
    };
  }

  const std::unique_ptr<Binder> within_;
};

}  // namespace dimma::channel
