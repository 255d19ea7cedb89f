#include "tracing/traced_binder.hpp"

#include "channel/wrapped_binder.hpp"
#include "tracing/traced_channel.hpp"
#include "tracing/traced_endpoint.hpp"

#include <utility>

namespace dimma::tracing {

namespace {

class TracedBinder final : public channel::WrappedBinder {
 public:
  TracedBinder(std::unique_ptr<channel::Binder> within, std::shared_ptr<Tracer> tracer, bool is_observed)
      : WrappedBinder(std::move(within)), tracer_(std::move(tracer)), is_observed_(is_observed) {}

  std::unique_ptr<channel::ServerEndpoint> listen(const channel::ListenOptions& options, const EngineeringQoS& qos,
                                                  channel::Dispatcher& dispatcher) override {
    const auto listen_within = [&](channel::Dispatcher& traced) { return within().listen(options, qos, traced); };
    return traced(listen_within, dispatcher, tracer_, protocol(), is_observed_);
  }

 private:
  std::shared_ptr<channel::ClientChannel> wrapped(std::shared_ptr<channel::ClientChannel> channel,
                                                  const EngineeringQoS& qos) override {
    return traced(std::move(channel), tracer_, protocol(), qos);
  }

  const std::shared_ptr<Tracer> tracer_;
  const bool is_observed_;
};

}  // namespace

std::unique_ptr<channel::Binder> traced(std::unique_ptr<channel::Binder> binder, std::shared_ptr<Tracer> tracer,
                                        bool is_observed) {
  return std::make_unique<TracedBinder>(std::move(binder), std::move(tracer), is_observed);
}

}  // namespace dimma::tracing
