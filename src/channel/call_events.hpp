#pragma once
// The events of an ORB's calls, for subscribers such as observation and tracing.
//
// A CallSubscriber wraps each client channel of the ORB in a channel of its own, and inserts a dispatcher of its own
// between each endpoint and the ORB. For each call, these wrappers decide whether to raise events. The events go to a
// CallEvents object, which holds the subscriber's data of the call; it lives on the stack unless the call is
// asynchronous.
//
// Each attempt counts as a separate call: a call that is forwarded or sent again starts over, on the channel that then
// carries it. A request that is put aside has ended, and starts over when it is dispatched again. Calls within the
// process have no channel and raise no events. Without subscribers, the channels and endpoints of an ORB are not
// wrapped.

#include "channel/channel.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::channel {

// A subscriber's view of one call. Events are raised one at a time. Those of an asynchronous call are raised first by
// the thread that sends the request, and then by the thread that reads the answer.
class CallEvents {
 public:
  CallEvents(const CallEvents&) = delete;
  CallEvents& operator=(const CallEvents&) = delete;
  // Called when the call has ended, or its answer is not wanted.
  virtual ~CallEvents() = default;

  // Raised before and after the arguments are encoded (at the server: the results), with the number of octets. Both may
  // be raised again if the message has to be encoded again. Not raised at the server for a oneway.
  virtual void encoding() noexcept {}
  virtual void encoded(std::size_t /*octets*/) noexcept {}
  // Raised if the outcome is a forward to another location instead of a result.
  virtual void forwarded() noexcept {}

  // At the client: raised before and after the results are decoded. The request has been sent by then.
  virtual void decoding() noexcept {}
  virtual void decoded(std::size_t /*octets*/) noexcept {}
  // At the client: raised when the call throws this exception. The subscriber may extend its detail text.
  virtual void throws(CORBA::Exception& /*exception*/) noexcept {}

  // At the server: the servant has been found and is about to be called.
  virtual void upcall_begins(PortableServer::Servant& /*servant*/) noexcept {}
  // At the server: the reply is this exception. If raised more than once, the last exception counts.
  virtual void failed(const CORBA::Exception& /*exception*/) noexcept {}
  // At the server: the request is put aside without occupying a thread, and will be dispatched again.
  virtual void put_aside() noexcept {}
  // At the server: the reply is deferred. Returns an object that receives the reply's events, or nullptr.
  virtual std::unique_ptr<CallEvents> deferred() { return nullptr; }

 protected:
  CallEvents() = default;
};

// Base of a subscriber's channel. Forwards all calls to the wrapped channel.
class SubscribedChannel : public ClientChannel {
 public:
  bool is_connected() noexcept override { return within_->is_connected(); }
  bool has_lost_connection() const noexcept override { return within_->has_lost_connection(); }
  void begin_connect(Deadline deadline, Connected connected) override {
    within_->begin_connect(deadline, std::move(connected));
  }
  Located locate(Outcome& forward, Deadline deadline) override { return within_->locate(forward, deadline); }
  void close() noexcept override { within_->close(); }
  std::vector<Fact> describe() const override { return within_->describe(); }
  transport::Endpoint server() const override { return within_->server(); }
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override { return within_->loan(octets, deadline); }
  Accounted* accounted() noexcept override { return within_->accounted(); }

 protected:
  explicit SubscribedChannel(std::shared_ptr<ClientChannel> within) noexcept : within_(std::move(within)) {}

  ClientChannel& within() const noexcept { return *within_; }
  // Like call() and begin(), but raise the events of the call.
  Outcome call_raising(Request& request, CallEvents& events);
  void begin_raising(std::shared_ptr<Awaiting> awaiting, std::unique_ptr<CallEvents> events);

 private:
  const std::shared_ptr<ClientChannel> within_;
};

// Base of a subscriber's dispatcher. Forwards all calls to the wrapped dispatcher. Outlives its endpoint.
class SubscribedDispatcher : public Dispatcher {
 public:
  Located locate(std::span<const std::byte> object_key, Octets& forward_to, Session* session) noexcept override {
    return within_.locate(object_key, forward_to, session);
  }
  // Called when the endpoint exists. `describe` may be called on any thread until closes() has returned.
  using Describe = std::function<std::vector<Fact>()>;
  virtual void opened(Describe /*describe*/) {}
  virtual void closes() noexcept {}

 protected:
  explicit SubscribedDispatcher(Dispatcher& within) noexcept : within_(within) {}

  Dispatcher& within() const noexcept { return within_; }
  // Like dispatch(), but raises the events of the request.
  void dispatch_raising(ServerRequest& request, CallEvents& events) const noexcept;

 private:
  Dispatcher& within_;
};

// Called by any number of threads at the same time.
class CallSubscriber {
 public:
  CallSubscriber(const CallSubscriber&) = delete;
  CallSubscriber& operator=(const CallSubscriber&) = delete;
  virtual ~CallSubscriber() = default;
  // Returns the channel that the ORB uses in place of `channel`, which was bound with that protocol and QoS.
  // `interface_id` is the type id in the object's reference.
  virtual std::shared_ptr<ClientChannel> around(std::shared_ptr<ClientChannel> channel, std::string_view protocol,
                                                const EngineeringQoS& qos, std::string_view interface_id) = 0;
  // Returns the dispatcher that an endpoint of that protocol uses in place of `dispatcher`.
  virtual std::unique_ptr<SubscribedDispatcher> before(Dispatcher& dispatcher, std::string_view protocol) = 0;

 protected:
  CallSubscriber() = default;
};

// The subscribers of an ORB. The first subscriber is nearest to the protocols.
using CallSubscribers = std::vector<std::shared_ptr<CallSubscriber>>;

// Like Binder::listen(), but the endpoint's requests go through the subscribers' dispatchers.
std::shared_ptr<ServerEndpoint> listen(Binder& binder, const ListenOptions& options, const EngineeringQoS& qos,
                                       Dispatcher& dispatcher, const CallSubscribers& subscribers);

}  // namespace dimma::channel
