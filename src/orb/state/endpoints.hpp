#pragma once
// The server endpoints of an ORB: the default one, and those of object adapters that have a QoS of their own.

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

  // The first binder serves objects if a QoS does not name a protocol. All arguments must outlive it.
  Endpoints(const Options& options, Binders binders, const channel::CallSubscribers& subscribers) noexcept
      : options_(options), binders_(binders), subscribers_(subscribers) {}

  // Makes the default endpoint, which does not listen yet. Called once, before anything below. Throws QoSError for a
  // default QoS without a protocol here.
  void serve_by(channel::Dispatcher& dispatcher);

  const std::shared_ptr<Endpoint>& default_endpoint() const noexcept { return default_; }
  // Makes an endpoint for a single adapter; it listens already. Throws what Endpoint::open_with_qos throws.
  std::shared_ptr<Endpoint> make(const EngineeringQoS& qos);
  // Returns the plan of an endpoint of that QoS.
  std::vector<channel::Fact> plan(const EngineeringQoS& qos) const;
  std::vector<std::shared_ptr<Endpoint>> all() const;

  // Closes and releases it.
  void forget(const std::shared_ptr<Endpoint>& endpoint) noexcept;
  void close_all() noexcept;
  void release_all() noexcept;
  // Called in the child of a fork, which has no other thread: closes all, and makes no more. The parent's endpoints go
  // to `inherited`.
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
