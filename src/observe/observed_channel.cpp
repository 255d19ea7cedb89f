#include "observe/observed_channel.hpp"

#include "channel/wrapped_channel.hpp"
#include "observe/stream_marks.hpp"

#include <utility>

namespace dimma::observe {

namespace {

enum Step : std::size_t { queue, encode, send, wait, decode };

// Observes a call's arguments and results.
class SeenRequest {
 public:
  SeenRequest(Call& call, channel::Request& asked)
      : call_(call),
        asked_(asked),
        request_{.operation = asked.operation,
                 .arguments = write_,
                 .results = read_,
                 .deadline = asked.deadline,
                 .context = asked.context,
                 .call_options = asked.call_options} {}
  SeenRequest(const SeenRequest&) = delete;
  SeenRequest& operator=(const SeenRequest&) = delete;

  channel::Request& request() noexcept { return request_; }

  // Called on the thread that has sent the request.
  void note_sent() noexcept {
    if (!is_encoded_) return;
    const auto& marks = marks_of_this_thread();
    if (marks.sent <= call_.since()) return;
    call_.end_step(Step::send, marks.sent);
    if (marks.sent_to) call_.by(*marks.sent_to);
  }
  // Called after the call, even if it has thrown.
  void ended() noexcept {
    note_sent();
    asked_.is_answered = request_.is_answered;
    call_.end_step(!is_encoded_ ? Step::queue : is_decoded_ || asked_.operation.oneway ? Step::decode : Step::wait);
  }

 private:
  struct Write {
    SeenRequest& seen;
    void operator()(cdr::Encoder& out) const {
      seen.call_.end_step(Step::queue);
      const std::size_t before = out.message_octets();
      seen.asked_.arguments(out);
      seen.call_.sent(out.message_octets() - before);
      seen.call_.end_step(Step::encode);
      seen.is_encoded_ = true;
    }
  };
  struct Read {
    SeenRequest& seen;
    void operator()(cdr::Decoder& in) const {
      seen.note_sent();
      seen.call_.end_step(Step::wait);
      seen.is_decoded_ = true;
      const std::size_t before = in.remaining();
      seen.asked_.results(in);
      const std::size_t behind = in.remaining();
      if (behind < before) seen.call_.received(before - behind);
      seen.call_.end_step(Step::decode);
    }
  };

  Call& call_;
  channel::Request& asked_;
  Write write_{*this};
  Read read_{*this};
  channel::Request request_;
  bool is_encoded_ = false;
  bool is_decoded_ = false;
};

std::string value_of(const std::vector<channel::Fact>& facts, std::string_view name) {
  for (const channel::Fact& fact : facts) {
    if (fact.name == name) return fact.value;
  }
  return {};
}

// Notes the outcome of a call that was forwarded.
void note_end(Call& call, const channel::Outcome& outcome) noexcept {
  if (outcome.kind != channel::Outcome::Kind::done) call.forwarded();
}

// Called in the handler of an exception that a call has thrown. Notes it and throws it again.
[[noreturn]] void note_failure(Call& call) {
  try {
    throw;
  } catch (CORBA::SystemException& exception) {
    call.failed(exception);
    const std::string taken = call.steps_in_words();
    if (!taken.empty()) {
      exception._detail(exception._detail() + (exception._detail().empty() ? "" : " ") + "(" + taken + ")");
    }
    throw;
  } catch (const CORBA::Exception& exception) {
    call.failed(exception);
    throw;
  }
}

// An asynchronous call, and its observations until its reply has been read.
class SeenCall {
 public:
  SeenCall(std::shared_ptr<ChannelRecord> record, channel::Request& asked)
      : record_(std::move(record)), call_(*record_, asked.operation.name), seen_(call_, asked) {}
  Call& call() noexcept { return call_; }
  SeenRequest& seen() noexcept { return seen_; }

 private:
  const std::shared_ptr<ChannelRecord> record_;
  Call call_;
  SeenRequest seen_;
};

class SeenAnswer final : public channel::Answer {
 public:
  SeenAnswer(std::unique_ptr<channel::Answer> within, std::shared_ptr<SeenCall> call)
      : within_(std::move(within)), call_(std::move(call)) {}

  channel::Outcome read(const channel::Request& asked, bool was_asked) override {
    try {
      auto outcome = channel::read_answer(within_, call_->seen().request(), was_asked);
      call_->seen().ended();
      note_end(call_->call(), outcome);
      return outcome;
    } catch (...) {
      call_->seen().ended();
      asked.is_answered = call_->seen().request().is_answered;
      note_failure(call_->call());
    }
  }

 private:
  const std::unique_ptr<channel::Answer> within_;
  const std::shared_ptr<SeenCall> call_;
};

class SeenAwaiting final : public channel::Awaiting {
 public:
  SeenAwaiting(std::shared_ptr<channel::Awaiting> within, std::shared_ptr<ChannelRecord> record)
      : within_(std::move(within)), call_(std::make_shared<SeenCall>(std::move(record), within_->request())) {}

  channel::Request& request() noexcept override { return call_->seen().request(); }
  bool may_wait() const noexcept override { return within_->may_wait(); }
  tracing::Carried* trace() noexcept override { return within_->trace(); }
  void begun_as(std::weak_ptr<channel::CancelPlace> place, std::uint32_t request_id, bool is_sent) noexcept override {
    within_->begun_as(std::move(place), request_id, is_sent);
  }
  void answered(std::shared_ptr<channel::Awaiting> /*self*/,
                std::unique_ptr<channel::Answer> answer) noexcept override {
    auto within = std::move(within_);
    auto& told = *within;
    told.answered(std::move(within), std::make_unique<SeenAnswer>(std::move(answer), call_));
  }
  SeenCall& call() noexcept { return *call_; }

 private:
  std::shared_ptr<channel::Awaiting> within_;
  const std::shared_ptr<SeenCall> call_;
};

class ObservedChannel : public channel::ClientChannel {
 public:
  ObservedChannel(std::shared_ptr<channel::ClientChannel> within, std::shared_ptr<Observatory> observatory,
                  std::string_view protocol)
      : within_(std::move(within)),
        observatory_(std::move(observatory)),
        record_(observatory_->open(observation::Side::client, protocol)) {
    record_->name(value_of(within_->describe(), "endpoint"));
    record_->described_by([this] { return within_->describe(); });
  }
  ~ObservedChannel() override { observatory_->close(record_); }

  channel::Outcome call(channel::Request& asked) override {
    Call call(*record_, asked.operation.name);
    SeenRequest seen(call, asked);
    try {
      auto outcome = within_->call(seen.request());
      seen.ended();
      note_end(call, outcome);
      return outcome;
    } catch (...) {
      seen.ended();
      note_failure(call);
    }
  }

  void begin(std::shared_ptr<channel::Awaiting> call) override {
    auto seen = std::make_shared<SeenAwaiting>(std::move(call), record_);
    try {
      within_->begin(seen);
    } catch (...) {
      seen->call().seen().ended();
      note_failure(seen->call().call());
    }
  }
  bool is_connected() noexcept override { return within_->is_connected(); }
  bool has_lost_connection() const noexcept override { return within_->has_lost_connection(); }
  void begin_connect(Deadline deadline, Connected connected) override {
    within_->begin_connect(deadline, std::move(connected));
  }
  channel::Located locate(channel::Outcome& forward, Deadline deadline) override {
    return within_->locate(forward, deadline);
  }
  void close() noexcept override { within_->close(); }
  std::vector<channel::Fact> describe() const override { return within_->describe(); }
  transport::Endpoint server() const override { return within_->server(); }
  void leads_to(std::string_view type_id) override { within_->leads_to(type_id); }
  dimma::LoanBlock loan(std::size_t octets, Deadline deadline) override { return within_->loan(octets, deadline); }

 protected:
  channel::ClientChannel& within() noexcept { return *within_; }

 private:
  const std::shared_ptr<channel::ClientChannel> within_;
  const std::shared_ptr<Observatory> observatory_;
  const std::shared_ptr<ChannelRecord> record_;
};

}  // namespace

std::shared_ptr<channel::ClientChannel> observed(std::shared_ptr<channel::ClientChannel> within,
                                                 std::shared_ptr<Observatory> observatory, std::string_view protocol) {
  return channel::wrap<ObservedChannel>(std::move(within), std::move(observatory), protocol);
}

}  // namespace dimma::observe
