#pragma once
// A request that passes everything to the one within it.

#include "observe/upcall_marks.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>
#include <utility>

namespace dimma::observe {

// While it exists it receives the ORB's reports about the thread's upcall. The request within outlives it.
class WrappedRequest : public ServerRequest, public UpcallObserver {
 public:
  explicit WrappedRequest(ServerRequest& within) noexcept
      : ServerRequest(within.operation(), within.object_key(), within.response_expected(), within.arguments(),
                      within.memo()),
        within_(within),
        outer_(std::exchange(current(), this)) {
    came(within.way());
    ServerRequest::waits_for_server(within.waits_for_server());
    ServerRequest::may_be_behind_others(within.may_be_behind_others());
  }
  WrappedRequest(const WrappedRequest&) = delete;
  WrappedRequest& operator=(const WrappedRequest&) = delete;

  std::shared_ptr<channel::CallbackPath> callback_path() const override { return within_.callback_path(); }
  bool can_be_put_aside() const noexcept override { return within_.can_be_put_aside(); }
  bool can_be_moved() const noexcept override { return within_.can_be_moved(); }
  std::shared_ptr<WaitingRequest> put_aside(const std::shared_ptr<WaitingPlace>& place) override {
    return within_.put_aside(place);
  }
  bool is_behind_others(const WaitingPlace& place) const noexcept override { return within_.is_behind_others(place); }
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override {
    return within_.detach(std::move(observer));
  }
  orb::InterceptedRequest* intercepted() noexcept override { return within_.intercepted(); }
  cdr::Encoder& begin_reply(ReplyStatus status) override { return within_.begin_reply(status); }
  cdr::Encoder& begin_failure(std::string_view words) override { return within_.begin_failure(words); }
  void write_reply(ArgumentWriter results) override { within_.write_reply(results); }
  channel::Session* session() override { return within_.session(); }
  std::vector<iop::ServiceContext> service_contexts() const override { return within_.service_contexts(); }
  TraceOctets trace_octets() const noexcept override { return within_.trace_octets(); }
  void reply_contexts(std::span<const iop::ServiceContext> contexts) override { within_.reply_contexts(contexts); }

 protected:
  ~WrappedRequest() {
    current() = outer_;
    if (executed()) within_.mark_executed();
  }
  ServerRequest& within() noexcept { return within_; }
  const ServerRequest& within() const noexcept { return within_; }

 private:
  void answer_now() override { within_.answer_before_upcall(); }

  ServerRequest& within_;
  UpcallObserver* const outer_;
};

}  // namespace dimma::observe
