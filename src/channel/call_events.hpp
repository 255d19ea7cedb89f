#pragma once
// The events of an ORB's calls, for those who subscribe to them: observation and tracing.
//
// A CallSubscriber puts a channel of its own around each client channel of the ORB, and a dispatcher of its own between
// each endpoint and the ORB. For each call these decide whether to have its events raised, to a CallEvents that keeps
// the subscriber's data of the call; it lies on the stack, unless the call is asynchronous.
//
// Each attempt is a call of its own: one that is forwarded or sent again begins anew, on the channel that carries it
// then. A request that is put aside has ended, and begins anew when it is dispatched again. Calls within the process
// have no channel, and raise no events. Nothing stands around the channels and endpoints of an ORB without subscribers.

#include "channel/channel.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::channel {

// A subscriber's view of one call. Its events come one after the other; those of an asynchronous call by the thread
// that sends it, and then by the one that reads its answer.
class CallEvents {
 public:
  CallEvents(const CallEvents&) = delete;
  CallEvents& operator=(const CallEvents&) = delete;
  // The call has ended, or its answer is not wanted.
  virtual ~CallEvents() = default;

  // The arguments (at the server the results) are about to be written, and have been written with that many octets.
  // Both may come more than once, if the message has to be written again. A oneway's servant writes nothing.
  virtual void encoding() noexcept {}
  virtual void encoded(std::size_t /*octets*/) noexcept {}
  // The outcome is not a result: the object is elsewhere.
  virtual void forwarded() noexcept {}

  // At the client: the results are about to be read, and have been read. The request has been sent by then.
  virtual void decoding() noexcept {}
  virtual void decoded(std::size_t /*octets*/) noexcept {}
  // At the client: the call throws this, to whose text the subscriber may add.
  virtual void throws(CORBA::Exception& /*exception*/) noexcept {}

  // At the server: the object has been found, and its servant is about to be called.
  virtual void upcall_begins(PortableServer::Servant& /*servant*/) noexcept {}
  // At the server: the request is answered by this. If it comes more than once, the last one counts.
  virtual void failed(const CORBA::Exception& /*exception*/) noexcept {}
  // At the server: the request waits without a thread, and will begin anew.
  virtual void put_aside() noexcept {}
  // At the server: the reply is to come later. Returns what is told of its events; nullptr for nothing.
  virtual std::unique_ptr<CallEvents> deferred() { return nullptr; }

 protected:
  CallEvents() = default;
};

// A subscriber's channel, which passes everything to the channel within it.
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
  // Do what call() and begin() do, and raise the events of the call.
  Outcome call_raising(Request& request, CallEvents& events);
  void begin_raising(std::shared_ptr<Awaiting> awaiting, std::unique_ptr<CallEvents> events);

 private:
  const std::shared_ptr<ClientChannel> within_;
};

// A subscriber's dispatcher, which passes everything to the dispatcher within it. It outlives its endpoint.
class SubscribedDispatcher : public Dispatcher {
 public:
  Located locate(std::span<const std::byte> object_key, Octets& forward_to, Session* session) noexcept override {
    return within_.locate(object_key, forward_to, session);
  }
  // The endpoint is there. `describe` may be called, on any thread, until closes() has returned.
  using Describe = std::function<std::vector<Fact>()>;
  virtual void opened(Describe /*describe*/) {}
  virtual void closes() noexcept {}

 protected:
  explicit SubscribedDispatcher(Dispatcher& within) noexcept : within_(within) {}

  Dispatcher& within() const noexcept { return within_; }
  // Does what dispatch() does, and raises the events of the request.
  void dispatch_raising(ServerRequest& request, CallEvents& events) const noexcept;

 private:
  Dispatcher& within_;
};

// Any number of threads call it at once.
class CallSubscriber {
 public:
  CallSubscriber(const CallSubscriber&) = delete;
  CallSubscriber& operator=(const CallSubscriber&) = delete;
  virtual ~CallSubscriber() = default;
  // Returns what the ORB gets instead of a channel that has been bound by that protocol with that QoS. `interface_id`
  // is the object's, as its reference says it.
  virtual std::shared_ptr<ClientChannel> around(std::shared_ptr<ClientChannel> channel, std::string_view protocol,
                                                const EngineeringQoS& qos, std::string_view interface_id) = 0;
  // Returns what an endpoint of that protocol gets instead of a dispatcher.
  virtual std::unique_ptr<SubscribedDispatcher> before(Dispatcher& dispatcher, std::string_view protocol) = 0;

 protected:
  CallSubscriber() = default;
};

// The subscribers of an ORB. The first is nearest to the protocols.
using CallSubscribers = std::vector<std::shared_ptr<CallSubscriber>>;

// Does what Binder::listen() does, for an endpoint with these subscribers.
std::shared_ptr<ServerEndpoint> listen(Binder& binder, const ListenOptions& options, const EngineeringQoS& qos,
                                       Dispatcher& dispatcher, const CallSubscribers& subscribers);

}  // namespace dimma::channel
