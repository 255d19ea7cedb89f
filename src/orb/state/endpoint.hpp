#pragma once
// A server endpoint of the ORB. It is opened when first needed, and shared by all object adapters without an endpoint
// of their own.

#include "base/sync/sync.hpp"
#include "channel/call_events.hpp"
#include "channel/channel.hpp"

#include <dimma/qos.hpp>

#include <memory>

namespace dimma::orb {

class Endpoint {
 public:
  // `announced` is true if an option sets the address, so that clients may know it before a reference contains it.
  Endpoint(channel::Binder& binder, const channel::CallSubscribers& subscribers, channel::Dispatcher& dispatcher,
           channel::ListenOptions options, EngineeringQoS qos, bool announced)
      : binder_(binder),
        subscribers_(subscribers),
        dispatcher_(dispatcher),
        options_(std::move(options)),
        qos_(std::move(qos)),
        announced_(announced) {}

  // Opens the endpoint if it is not open. Throws what Binder::listen throws, and CORBA::BAD_INV_ORDER (OMG minor 4) if
  // the endpoint has been closed. The returned object stays valid after release(), but is then closed.
  std::shared_ptr<const channel::ServerEndpoint> open_with_qos();
  // Like open_with_qos(), for callers that did not specify the QoS: throws CORBA::INV_POLICY if it is not supported.
  std::shared_ptr<const channel::ServerEndpoint> open();
  // Returns nullptr before the endpoint is opened and after release().
  std::shared_ptr<const channel::ServerEndpoint> opened() const noexcept;
  // Enables callbacks on the endpoint, once it is open: ServerEndpoint::carry_callbacks().
  void carry_callbacks();
  bool announced() const noexcept { return announced_; }
  // Returns false if the protocol carries only oneways.
  bool answers() const noexcept { return binder_.answers(); }
  const EngineeringQoS& qos() const noexcept { return qos_; }
  const channel::ListenOptions& options() const noexcept { return options_; }

  // Closes the endpoint and waits for its upcalls in progress, except those of the calling thread. Its profiles stay
  // available.
  void close() noexcept;
  // Closes and releases the endpoint. The endpoint is destroyed here, or later by a caller that still describes it.
  void release() noexcept;
  // Called in the child of a fork, which has no other thread: closes this endpoint without affecting the parent's.
  // Returns the parent's object, which must be kept alive and untouched.
  std::shared_ptr<channel::ServerEndpoint> leave() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS;

 private:
  channel::Binder& binder_;
  const channel::CallSubscribers& subscribers_;
  channel::Dispatcher& dispatcher_;
  const channel::ListenOptions options_;
  const EngineeringQoS qos_;
  const bool announced_;
  sync::Mutex opening_ DIMMA_ACQUIRED_BEFORE(mutex_);  // held while the endpoint is being opened
  bool closed_ DIMMA_GUARDED_BY(opening_) = false;
  bool carries_callbacks_ DIMMA_GUARDED_BY(opening_) = false;
  mutable sync::Mutex mutex_;
  std::shared_ptr<channel::ServerEndpoint> endpoint_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
