#pragma once
// A subscriber that records the events of calls.

#include "channel/call_events.hpp"

#include <dimma/exception.hpp>

#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace dimma::test {

// The events of each end, in their order. Thread-safe.
class EventRecord {
 public:
  using Events = std::vector<std::string>;

  void add(End end, std::string event) {
    const std::scoped_lock lock(mutex_);
    of(end).push_back(std::move(event));
    changed_.notify_all();
  }
  // Takes the events of an end once there are `count` of them, or after 20 s those that there are.
  Events take(End end, std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, std::chrono::seconds(20), [&] { return of(end).size() >= count; });
    return std::exchange(of(end), {});
  }

 private:
  Events& of(End end) { return end == End::client ? client_ : server_; }

  std::mutex mutex_;
  std::condition_variable changed_;
  Events client_;
  Events server_;
};

class RecordedCall : public channel::CallEvents {
 public:
  RecordedCall(EventRecord& record, End end, std::string name) : record_(record), end_(end), name_(std::move(name)) {
    say("begins");
  }
  ~RecordedCall() override { say("ended"); }
  void encoding() noexcept override { say("encoding"); }
  void encoded(std::size_t octets) noexcept override { say("encoded " + std::to_string(octets)); }
  void decoding() noexcept override { say("decoding"); }
  void decoded(std::size_t octets) noexcept override { say("decoded " + std::to_string(octets)); }
  void forwarded() noexcept override { say("forwarded"); }
  void throws(CORBA::Exception& exception) noexcept override { say(std::string("throws ") + exception._name()); }
  void upcall_begins(PortableServer::Servant& /*servant*/) noexcept override { say("upcall"); }
  void failed(const CORBA::Exception& exception) noexcept override { say(std::string("failed ") + exception._name()); }
  void put_aside() noexcept override { say("put aside"); }
  std::unique_ptr<CallEvents> deferred() override {
    return std::make_unique<RecordedCall>(record_, end_, "late " + name_);
  }

 private:
  void say(const std::string& event) const { record_.add(end_, name_ + " " + event); }

  EventRecord& record_;
  const End end_;
  const std::string name_;
};

// Gives each call the name of its operation, after the subscriber's name.
class RecordingSubscriber final : public channel::CallSubscriber {
 public:
  explicit RecordingSubscriber(EventRecord& record, std::string name = "") : record_(record), name_(std::move(name)) {}

  std::shared_ptr<channel::ClientChannel> around(std::shared_ptr<channel::ClientChannel> channel, std::string_view,
                                                 const EngineeringQoS&, std::string_view) override {
    return std::make_shared<Channel>(std::move(channel), record_, name_);
  }
  std::unique_ptr<channel::SubscribedDispatcher> before(channel::Dispatcher& dispatcher, std::string_view) override {
    return std::make_unique<Dispatcher>(dispatcher, record_, name_);
  }

 private:
  class Channel final : public channel::SubscribedChannel {
   public:
    Channel(std::shared_ptr<ClientChannel> within, EventRecord& record, std::string name)
        : SubscribedChannel(std::move(within)), record_(record), name_(std::move(name)) {}
    channel::Outcome call(channel::Request& request) override {
      RecordedCall events(record_, End::client, name_ + std::string(request.operation.name));
      return call_raising(request, events);
    }
    void begin(std::shared_ptr<channel::Awaiting> call) override {
      const std::string name = name_ + std::string(call->request().operation.name);
      begin_raising(std::move(call), std::make_unique<RecordedCall>(record_, End::client, name));
    }

   private:
    EventRecord& record_;
    const std::string name_;
  };

  class Dispatcher final : public channel::SubscribedDispatcher {
   public:
    Dispatcher(channel::Dispatcher& within, EventRecord& record, std::string name)
        : SubscribedDispatcher(within), record_(record), name_(std::move(name)) {}
    void dispatch(ServerRequest& request) noexcept override {
      RecordedCall events(record_, End::server, name_ + std::string(request.operation()));
      dispatch_raising(request, events);
    }
    void opened(Describe describe) override { record_.add(End::server, name_ + describe().front().name + " opened"); }
    void closes() noexcept override { record_.add(End::server, name_ + "closes"); }

   private:
    EventRecord& record_;
    const std::string name_;
  };

  EventRecord& record_;
  const std::string name_;
};

}  // namespace dimma::test
