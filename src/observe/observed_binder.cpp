#include "observe/observed_binder.hpp"

#include "channel/wrapped_binder.hpp"
#include "observe/observed_channel.hpp"
#include "observe/observed_endpoint.hpp"

#include <utility>

namespace dimma::observe {

namespace {

class ObservedBinder final : public channel::WrappedBinder {
 public:
  ObservedBinder(std::unique_ptr<channel::Binder> within, std::shared_ptr<Observatory> observatory)
      : WrappedBinder(std::move(within)), observatory_(std::move(observatory)) {}

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    const auto listen_within = [&](channel::Dispatcher& seen) { return within().listen(options, qos, seen); };
    return observed(listen_within, dispatcher, observatory_, protocol());
  }

 private:
  std::shared_ptr<channel::ClientChannel> wrapped(std::shared_ptr<channel::ClientChannel> channel,
                                                  const EngineeringQoS& /*qos*/) override {
    return observed(std::move(channel), observatory_, protocol());
  }

  const std::shared_ptr<Observatory> observatory_;
};

}  // namespace

std::unique_ptr<channel::Binder> observed(std::unique_ptr<channel::Binder> within,
                                          std::shared_ptr<Observatory> observatory) {
  return std::make_unique<ObservedBinder>(std::move(within), std::move(observatory));
}

}  // namespace dimma::observe
