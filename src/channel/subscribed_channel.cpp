#include "channel/call_events.hpp"

namespace dimma::channel {

namespace {

// Makes the request's arguments and results raise events while the object exists.
class RaisingRequest {
 public:
  RaisingRequest(Request& request, CallEvents& events) noexcept
      : request_(request), events_(events), arguments_(request.arguments), results_(request.results) {
    request.arguments = {this, &write};
    request.results = {this, &read};
  }
  ~RaisingRequest() {
    request_.arguments = arguments_;
    request_.results = results_;
  }
  RaisingRequest(const RaisingRequest&) = delete;
  RaisingRequest& operator=(const RaisingRequest&) = delete;

 private:
  static void write(void* request, cdr::Encoder& out) {
    const auto& raising = *static_cast<const RaisingRequest*>(request);
    raising.events_.encoding();
    const std::size_t before = out.message_octets();
    raising.arguments_(out);
    raising.events_.encoded(out.message_octets() - before);
  }
  static void read(void* request, cdr::Decoder& in) {
    const auto& raising = *static_cast<const RaisingRequest*>(request);
    raising.events_.decoding();
    const std::size_t before = in.remaining();
    raising.results_(in);
    const std::size_t behind = in.remaining();
    raising.events_.decoded(behind < before ? before - behind : 0);
  }

  Request& request_;
  CallEvents& events_;
  const ArgumentWriter arguments_;
  const ResultReader results_;
};

// Runs `carry`, which makes the call or reads its answer. Raises an event if the outcome is a forward or an exception.
template <class Carry>
Outcome outcome_of(CallEvents& events, const Carry& carry) {
  try {
    auto outcome = carry();
    if (outcome.kind != Outcome::Kind::done) events.forwarded();
    return outcome;
  } catch (CORBA::Exception& exception) {
    events.throws(exception);
    throw;
  }
}

// The answer to an asynchronous call, constructed when the call begins. Its destructor ends the call.
class RaisingAnswer final : public Answer {
 public:
  RaisingAnswer(Request& request, std::unique_ptr<CallEvents> events)
      : events_(std::move(events)), request_(request, *events_) {}

  CallEvents& events() const noexcept { return *events_; }
  void take(std::unique_ptr<Answer> answer) noexcept { within_ = std::move(answer); }
  Outcome read(const Request& asked, bool was_asked) override {
    return outcome_of(*events_, [&] { return read_answer(within_, asked, was_asked); });
  }

 private:
  const std::unique_ptr<CallEvents> events_;
  RaisingRequest request_;
  std::unique_ptr<Answer> within_;
};

class RaisingAwaiting final : public Awaiting {
 public:
  RaisingAwaiting(std::shared_ptr<Awaiting> within, std::unique_ptr<CallEvents> events)
      : within_(std::move(within)),
        request_(within_->request()),
        answer_(std::make_unique<RaisingAnswer>(request_, std::move(events))) {}

  Request& request() noexcept override { return request_; }
  bool may_wait() const noexcept override { return within_->may_wait(); }
  tracing::Carried* trace() noexcept override { return within_->trace(); }
  void begun_as(std::weak_ptr<CancelPlace> place, std::uint32_t request_id, bool is_sent) noexcept override {
    within_->begun_as(std::move(place), request_id, is_sent);
  }
  void answered(std::shared_ptr<Awaiting> /*self*/, std::unique_ptr<Answer> answer) noexcept override {
    answer_->take(std::move(answer));
    auto within = std::move(within_);
    auto& told = *within;
    told.answered(std::move(within), std::move(answer_));
  }
  // Begins the call in the channel. If that throws, the call has ended.
  void begin_in(ClientChannel& channel, const std::shared_ptr<Awaiting>& self) {
    try {
      outcome_of(answer_->events(), [&] {
        channel.begin(self);
        return Outcome();
      });
    } catch (...) {
      answer_.reset();
      throw;
    }
  }

 private:
  std::shared_ptr<Awaiting> within_;
  Request& request_;
  std::unique_ptr<RaisingAnswer> answer_;
};

}  // namespace

Outcome SubscribedChannel::call_raising(Request& request, CallEvents& events) {
  const RaisingRequest raising(request, events);
  return outcome_of(events, [&] { return within_->call(request); });
}

void SubscribedChannel::begin_raising(std::shared_ptr<Awaiting> awaiting, std::unique_ptr<CallEvents> events) {
  const auto raising = std::make_shared<RaisingAwaiting>(std::move(awaiting), std::move(events));
  raising->begin_in(*within_, raising);
}

}  // namespace dimma::channel
