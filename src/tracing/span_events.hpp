#pragma once
// Records the events of a call, at either end, in the call's span.

#include "channel/call_events.hpp"
#include "tracing/tracer.hpp"

#include <dimma/servant.hpp>

#include <memory>
#include <utility>

namespace dimma::tracing {

class SpanEvents : public channel::CallEvents {
 public:
  explicit SpanEvents(std::shared_ptr<OpenSpan> span) noexcept : span_(std::move(span)) {}

  void forwarded() noexcept override { span_->span().is_forwarded = true; }
  void throws(CORBA::Exception& exception) noexcept override { span_->failed(exception); }
  void failed(const CORBA::Exception& exception) noexcept override {
    span_->failed(exception);
    span_->span().message.clear();  // the text of an exception from the application is meant for its client only
  }
  void put_aside() noexcept override { span_->forget(); }
  void upcall_begins(PortableServer::Servant& servant) noexcept override {
    try {
      span_->span().interface = interface_of(servant._repository_id());
    } catch (const std::exception&) {
      // The interface of a dynamic servant may be unknown. The span then has only the operation's name.
    }
  }
  // The span continues until the deferred reply has been sent.
  std::unique_ptr<CallEvents> deferred() override { return std::make_unique<SpanEvents>(span_); }

 private:
  const std::shared_ptr<OpenSpan> span_;
};

}  // namespace dimma::tracing
