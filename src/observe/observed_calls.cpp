// Observes calls: measures the steps of each call and counts it in the record of its channel.

#include "base/sync/sync.hpp"
#include "observe/observatory.hpp"
#include "observe/stream_marks.hpp"

#include <dimma/exception.hpp>

#include <memory>
#include <new>
#include <utility>

namespace dimma::observe {

namespace {

enum ClientStep : std::size_t { queue, encode, send, wait, decode };
enum ServerStep : std::size_t { receive, dispatch, upcall, reply };

// A call at the client.
class ObservedCall final : public channel::CallEvents {
 public:
  ObservedCall(ChannelRecord& record, const Operation& operation)
      : call_(record, operation.name), is_oneway_(operation.oneway) {}
  ~ObservedCall() override { end_last_step(); }

  void encoding() noexcept override { call_.end_step(queue); }
  void encoded(std::size_t octets) noexcept override {
    call_.sent(octets);
    call_.end_step(encode);
    is_encoded_ = true;
  }
  void decoding() noexcept override {
    end_sending();
    call_.end_step(wait);
    is_decoded_ = true;
  }
  void decoded(std::size_t octets) noexcept override {
    call_.received(octets);
    call_.end_step(decode);
  }
  void forwarded() noexcept override { call_.forwarded(); }
  void throws(CORBA::Exception& exception) noexcept override {
    end_last_step();
    call_.failed(exception);
    if (auto* const system = dynamic_cast<CORBA::SystemException*>(&exception)) add_steps(*system);
  }

 private:
  // The thread's send mark belongs to this call only if it is later than the call's previous step.
  void end_sending() noexcept {
    if (!is_encoded_) return;
    const auto& marks = marks_of_this_thread();
    if (marks.sent <= call_.since()) return;
    call_.end_step(send, marks.sent);
    if (marks.sent_to) call_.by(*marks.sent_to);
  }
  void end_last_step() noexcept {
    end_sending();
    call_.end_step(!is_encoded_ ? queue : is_decoded_ || is_oneway_ ? decode : wait);
  }
  void add_steps(CORBA::SystemException& exception) const noexcept {
    try {
      const std::string taken = call_.steps_in_words();
      if (taken.empty()) return;
      exception._detail(exception._detail() + (exception._detail().empty() ? "" : " ") + "(" + taken + ")");
    } catch (const std::bad_alloc&) {
      // Out of memory. The application receives the exception without the list of steps.
    }
  }

  Call call_;
  const bool is_oneway_;
  bool is_encoded_ = false;
  bool is_decoded_ = false;
};

class ObservedRequest;

// Links a deferred reply to its request while the request is being dispatched.
struct RequestLink {
  ObservedRequest* request;  // used only by the dispatching thread; nullptr once the dispatch has ended
  const void* const thread = sync::this_thread_mark();
};

// The events of a deferred reply. An exception counts for the request only if it is replied within the upcall, for
// example by a servant that completes the reply at once.
class LateReplyEvents final : public channel::CallEvents {
 public:
  explicit LateReplyEvents(std::shared_ptr<const RequestLink> link) noexcept : link_(std::move(link)) {}
  void failed(const CORBA::Exception& exception) noexcept override;

 private:
  const std::shared_ptr<const RequestLink> link_;
};

// A request at the server, while it is being dispatched.
class ObservedRequest final : public channel::CallEvents {
 public:
  ObservedRequest(ChannelRecord& record, ServerRequest& request)
      : call_(record, Call::ByPeer{request.operation()}), request_(request) {
    call_.of(request.session());
    call_.received(request.arguments().remaining());
    const auto now = call_.since();
    const auto received = marks_of_this_thread().received;
    // If the interval is longer, the last receive belongs to another request.
    if (received != Clock::time_point{} && now - received < std::chrono::seconds(1)) {
      call_.begin_at(received);
      call_.end_step(receive, now);
    }
  }
  ~ObservedRequest() override {
    if (link_) link_->request = nullptr;
    call_.end_step(is_replied_ || !request_.response_expected() ? reply : upcall);
  }

  void upcall_begins(PortableServer::Servant& servant) noexcept override {
    call_.found(servant);
    call_.end_step(dispatch);
  }
  void encoding() noexcept override {
    is_replied_ = true;
    call_.end_step(upcall);
  }
  void encoded(std::size_t octets) noexcept override { call_.sent(octets); }
  void forwarded() noexcept override { call_.forwarded(); }
  void failed(const CORBA::Exception& exception) noexcept override { call_.failed(exception); }
  void put_aside() noexcept override { call_.forget(); }
  std::unique_ptr<CallEvents> deferred() override {
    link_ = std::make_shared<RequestLink>(RequestLink{this});
    return std::make_unique<LateReplyEvents>(link_);
  }

 private:
  Call call_;
  const ServerRequest& request_;
  std::shared_ptr<RequestLink> link_;  // set if the reply is deferred
  bool is_replied_ = false;
};

void LateReplyEvents::failed(const CORBA::Exception& exception) noexcept {
  if (link_->thread == sync::this_thread_mark() && link_->request != nullptr) link_->request->failed(exception);
}

class ObservedChannel final : public channel::SubscribedChannel {
 public:
  ObservedChannel(std::shared_ptr<ClientChannel> within, std::shared_ptr<Observatory> observatory,
                  std::string_view protocol)
      : SubscribedChannel(std::move(within)),
        observatory_(std::move(observatory)),
        record_(observatory_->open(observation::Side::client, protocol)) {
    for (const channel::Fact& fact : describe()) {
      if (fact.name == "endpoint") record_->name(fact.value);
    }
    record_->described_by([this] { return describe(); });
  }
  ~ObservedChannel() override { observatory_->close(record_); }

  channel::Outcome call(channel::Request& request) override {
    ObservedCall events(*record_, request.operation);
    return call_raising(request, events);
  }
  void begin(std::shared_ptr<channel::Awaiting> awaiting) override {
    auto events = std::make_unique<ObservedCall>(*record_, awaiting->request().operation);
    begin_raising(std::move(awaiting), std::move(events));
  }

 private:
  const std::shared_ptr<Observatory> observatory_;
  const std::shared_ptr<ChannelRecord> record_;
};

class ObservedDispatcher final : public channel::SubscribedDispatcher {
 public:
  ObservedDispatcher(Dispatcher& within, std::shared_ptr<Observatory> observatory, std::string_view protocol)
      : SubscribedDispatcher(within),
        observatory_(std::move(observatory)),
        record_(observatory_->open(observation::Side::server, protocol)) {}

  void dispatch(ServerRequest& request) noexcept override {
    try {
      ObservedRequest events(*record_, request);
      return dispatch_raising(request, events);
    } catch (const std::bad_alloc&) {
      // Out of memory. The request is dispatched without being observed.
    }
    within().dispatch(request);
  }
  void opened(Describe describe) override {
    for (const channel::Fact& fact : describe()) {
      if (fact.name == "endpoint") record_->name(fact.usage.empty() ? fact.value : fact.usage);
    }
    record_->described_by(std::move(describe));
  }
  void closes() noexcept override { observatory_->close(record_); }

 private:
  const std::shared_ptr<Observatory> observatory_;
  const std::shared_ptr<ChannelRecord> record_;
};

}  // namespace

std::shared_ptr<channel::ClientChannel> Observatory::around(std::shared_ptr<channel::ClientChannel> channel,
                                                            std::string_view protocol, const EngineeringQoS& /*qos*/,
                                                            std::string_view /*interface_id*/) {
  return std::make_shared<ObservedChannel>(std::move(channel), shared_from_this(), protocol);
}

std::unique_ptr<channel::SubscribedDispatcher> Observatory::before(channel::Dispatcher& dispatcher,
                                                                   std::string_view protocol) {
  return std::make_unique<ObservedDispatcher>(dispatcher, shared_from_this(), protocol);
}

}  // namespace dimma::observe
