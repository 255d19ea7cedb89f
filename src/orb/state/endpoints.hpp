#pragma once
// The server endpoints of an ORB: the default endpoint, and those of object adapters with a QoS of their own.

#include "base/sync/sync.hpp"
#include "channel/channel.hpp"
#include "orb/options/options.hpp"
#include "orb/state/endpoint.hpp"

#include <dimma/qos.hpp>

#include <memory>
#include <span>
#include <vector>

namespace dimma::orb {

class Endpoints {
 public:
  using Binders = std::span<const std::unique_ptr<channel::Binder>>;

  // Objects are served by the first binder if a QoS names no protocol. All arguments must outlive this object.
  Endpoints(const Options& options, Binders binders, const channel::CallSubscribers& subscribers) noexcept
      : options_(options), binders_(binders), subscribers_(subscribers) {}

  // Makes the default endpoint, which is not opened yet. Called once, before all functions below. Throws QoSError if
  // the ORB does not support the protocol of the default QoS.
  void serve_by(channel::Dispatcher& dispatcher);

  const std::shared_ptr<Endpoint>& default_endpoint() const noexcept { return default_; }
  // Makes and opens an endpoint for one adapter. Throws what Endpoint::open_with_qos throws.
  std::shared_ptr<Endpoint> make(const EngineeringQoS& qos);
  // Returns the plan of an endpoint with that QoS.
  std::vector<channel::Fact> plan(const EngineeringQoS& qos) const;
  std::vector<std::shared_ptr<Endpoint>> all() const;

  // Removes, closes and releases the endpoint.
  void forget(const std::shared_ptr<Endpoint>& endpoint) noexcept;
  void close_all() noexcept;
  void release_all() noexcept;
  // Called in the child of a fork, which has no other thread: closes all endpoints, so that make() throws from now on.
  // Moves the parent's endpoints to `inherited`.
  void leave(std::vector<std::shared_ptr<void>>& inherited) DIMMA_NO_THREAD_SAFETY_ANALYSIS;

 private:
  channel::Binder& serving_binder(const EngineeringQoS& qos) const;
  channel::ListenOptions listen_options(bool own) const;

  const Options& options_;
  const Binders binders_;
  const channel::CallSubscribers& subscribers_;
  channel::Dispatcher* dispatcher_ = nullptr;
  bool are_left_ = false;
  std::shared_ptr<Endpoint> default_;
  mutable sync::Mutex mutex_;
  std::vector<std::shared_ptr<Endpoint>> all_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
