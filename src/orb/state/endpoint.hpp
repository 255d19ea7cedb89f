#pragma once
// A server endpoint of the ORB: opened when first needed, shared by the object adapters without one of their own.

#include "base/sync/sync.hpp"
#include "channel/call_events.hpp"
#include "channel/channel.hpp"

#include <dimma/qos.hpp>

#include <memory>

namespace dimma::orb {

class Endpoint {
 public:
  // `announced` tells that others know its address before a reference names it, because an option gave it.
  Endpoint(channel::Binder& binder, const channel::CallSubscribers& subscribers, channel::Dispatcher& dispatcher,
           channel::ListenOptions options, EngineeringQoS qos, bool announced)
      : binder_(binder),
        subscribers_(subscribers),
        dispatcher_(dispatcher),
        options_(std::move(options)),
        qos_(std::move(qos)),
        announced_(announced) {}

  // Listens if it doesn't yet. Throws what Binder::listen throws, and CORBA::BAD_INV_ORDER (OMG minor 4) once closed.
  // The result stays valid, though closed, after release().
  std::shared_ptr<const channel::ServerEndpoint> open_with_qos();
  // The same for a caller that has not given the QoS: throws CORBA::INV_POLICY for one that can't be met.
  std::shared_ptr<const channel::ServerEndpoint> open();
  // Returns nullptr until it listens, and after release().
  std::shared_ptr<const channel::ServerEndpoint> opened() const noexcept;
  // Opens it, now or later, to carry callbacks: ServerEndpoint::carry_callbacks().
  void carry_callbacks();
  bool announced() const noexcept { return announced_; }
  // False if the protocol carries only oneways.
  bool answers() const noexcept { return binder_.answers(); }
  const EngineeringQoS& qos() const noexcept { return qos_; }
  const channel::ListenOptions& options() const noexcept { return options_; }

  // Waits for upcalls in progress, except those of the calling thread. It still knows its profiles afterwards.
  void close() noexcept;
  // Closes and releases it. It is destroyed here, or by a caller that is still describing it.
  void release() noexcept;
  // Called in the child of a fork, which has no other thread: closes this, and returns the object that listens for the
  // parent, which must be kept untouched.
  std::shared_ptr<channel::ServerEndpoint> leave() noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS;

 private:
  channel::Binder& binder_;
  const channel::CallSubscribers& subscribers_;
  channel::Dispatcher& dispatcher_;
  const channel::ListenOptions options_;
  const EngineeringQoS qos_;
  const bool announced_;
  sync::Mutex opening_ DIMMA_ACQUIRED_BEFORE(mutex_);  // held while it is made to listen
  bool closed_ DIMMA_GUARDED_BY(opening_) = false;
  bool carries_callbacks_ DIMMA_GUARDED_BY(opening_) = false;
  mutable sync::Mutex mutex_;
  std::shared_ptr<channel::ServerEndpoint> endpoint_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::orb
