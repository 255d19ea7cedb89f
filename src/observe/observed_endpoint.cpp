#include "observe/observed_endpoint.hpp"

#include "observe/stream_marks.hpp"
#include "observe/wrapped_request.hpp"

#include <utility>

namespace dimma::observe {

namespace {

enum Step : std::size_t { receive, dispatch, upcall, reply };

class SeenRequest final : public WrappedRequest {
 public:
  SeenRequest(ServerRequest& within, ChannelRecord& record)
      : WrappedRequest(within),
        call_(record, Call::ByPeer{within.operation()}),
        argument_octets_(within.arguments().remaining()) {
    call_.of(within.session());
    const auto now = call_.since();
    const auto received = marks_of_this_thread().received;
    // A longer interval means that the receive was that of another request.
    if (received != Clock::time_point{} && now - received < std::chrono::seconds(1)) {
      call_.begin_at(received);
      call_.end_step(Step::receive, now);
    }
  }
  ~SeenRequest() {
    call_.received(argument_octets_);
    if (reply_ != nullptr) call_.sent(octets_of_reply());
    call_.end_step(is_replied_ || !response_expected() ? Step::reply : Step::upcall);
  }
  SeenRequest(const SeenRequest&) = delete;
  SeenRequest& operator=(const SeenRequest&) = delete;

  void upcall_begins(PortableServer::Servant& servant) noexcept override {
    call_.found(servant);
    call_.end_step(Step::dispatch);
  }
  void failed(const CORBA::Exception& exception) noexcept override { call_.failed(exception); }

  // Forgets the call: it is dispatched again later, and observed then.
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override {
    auto waiting = within().put_aside(place);
    if (waiting) call_.forget();
    return waiting;
  }
  cdr::Encoder& begin_reply(ReplyStatus status) override {
    if (status == ReplyStatus::location_forward || status == ReplyStatus::location_forward_perm) call_.forwarded();
    end_upcall();
    return begun(within().begin_reply(status));
  }
  cdr::Encoder& begin_failure(std::string_view words) override {
    end_upcall();
    return begun(within().begin_failure(words));
  }
  void write_reply(ArgumentWriter results) override {
    end_upcall();
    within().write_reply([&](cdr::Encoder& out) {
      const std::size_t before = out.message_octets();
      results(out);
      result_octets_ = out.message_octets() - before;
    });
    call_.sent(std::exchange(result_octets_, 0));
  }

 private:
  void end_upcall() noexcept {
    is_replied_ = true;
    call_.end_step(Step::upcall);
  }
  cdr::Encoder& begun(cdr::Encoder& reply) noexcept {
    reply_ = &reply;
    reply_begins_at_ = reply.message_octets();
    return reply;
  }
  std::size_t octets_of_reply() const noexcept {
    const std::size_t end = reply_->message_octets();
    return end < reply_begins_at_ ? 0 : end - reply_begins_at_;
  }

  Call call_;
  const std::size_t argument_octets_;
  cdr::Encoder* reply_ = nullptr;
  std::size_t reply_begins_at_ = 0;
  std::size_t result_octets_ = 0;
  bool is_replied_ = false;
};

class ObservedDispatcher final : public channel::Dispatcher {
 public:
  ObservedDispatcher(channel::Dispatcher& within, std::shared_ptr<ChannelRecord> record)
      : within_(within), record_(std::move(record)) {}

  void dispatch(ServerRequest& request) noexcept override {
    try {
      SeenRequest seen(request, *record_);
      return within_.dispatch(seen);
    } catch (const std::bad_alloc&) {
      // Dispatches the request without observing it.
    }
    within_.dispatch(request);
  }
  channel::Located locate(std::span<const std::byte> object_key, channel::Octets& forward_to,
                          channel::Session* session) noexcept override {
    return within_.locate(object_key, forward_to, session);
  }

 private:
  channel::Dispatcher& within_;
  const std::shared_ptr<ChannelRecord> record_;
};

class ObservedEndpoint final : public channel::ServerEndpoint {
 public:
  ObservedEndpoint(const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
                   channel::Dispatcher& dispatcher, std::shared_ptr<Observatory> observatory,
                   std::shared_ptr<ChannelRecord> record)
      : observatory_(std::move(observatory)),
        record_(std::move(record)),
        dispatcher_(dispatcher, record_),
        within_(listen(dispatcher_)) {
    for (const channel::Fact& fact : within_->describe()) {
      if (fact.name == "endpoint") record_->name(fact.usage.empty() ? fact.value : fact.usage);
    }
    record_->described_by([this] { return within_->describe(); });
  }
  ~ObservedEndpoint() override { observatory_->close(record_); }

  std::vector<channel::Tagged> profiles(std::span<const std::byte> object_key) const override {
    return within_->profiles(object_key);
  }
  bool owns(const channel::Tagged& profile, channel::Octets& object_key) const override {
    return within_->owns(profile, object_key);
  }
  void close() noexcept override { within_->close(); }
  std::vector<channel::Fact> describe() const override { return within_->describe(); }
  void carry_callbacks() override { within_->carry_callbacks(); }

 private:
  const std::shared_ptr<Observatory> observatory_;
  const std::shared_ptr<ChannelRecord> record_;
  ObservedDispatcher dispatcher_;
  const std::unique_ptr<channel::ServerEndpoint> within_;
};

}  // namespace

std::unique_ptr<channel::ServerEndpoint> observed(
    const std::function<std::unique_ptr<channel::ServerEndpoint>(channel::Dispatcher&)>& listen,
    channel::Dispatcher& dispatcher, std::shared_ptr<Observatory> observatory, std::string_view protocol) {
  auto record = observatory->open(observation::Side::server, protocol);
  return std::make_unique<ObservedEndpoint>(listen, dispatcher, std::move(observatory), std::move(record));
}

}  // namespace dimma::observe
