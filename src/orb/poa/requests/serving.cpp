#include "orb/poa/requests/serving.hpp"

#include "orb/poa/requests/callback_requests.hpp"
#include "orb/poa/requests/guard.hpp"
#include "orb/poa/requests/request_target.hpp"
#include "orb/poa/requests/server_request.hpp"
#include "orb/poa/requests/upcall_reply.hpp"
#include "orb/poa/tree/poa_tree.hpp"
#include "orb/state/orb_state.hpp"
#include "orb/upcall/caller.hpp"
#include "orb/upcall/upcall.hpp"

#include <dimma/poa.hpp>

namespace dimma::orb {

namespace {

// Returns the exception to which reply_to_failure() replies.
std::exception_ptr failure_of(const Ending& ending) {
  if (ending.status != PortableInterceptor::LOCATION_FORWARD) return ending.failure;
  return std::make_exception_ptr(PortableServer::ForwardRequest(ending.forward_to));
}

Ending ending_of(const std::exception_ptr& failure, const ServerRequest& request) {
  if (asks_for_existence(request.operation())) {
    try {
      std::rethrow_exception(failure);
    } catch (const CORBA::OBJECT_NOT_EXIST&) {
      return {};
    } catch (...) {  // NOLINT: handled below
    }
  }
  return Ending::failed(failure);
}

// The request that is passed to the skeleton. When the reply is begun, calls the ending points before anything is
// encoded. If these change the ending, throws the new one.
class Observed final : public ServerRequest {
 public:
  Observed(ServerRequest& request, InterceptedRequest& intercepted)
      : ServerRequest(request.operation(), request.object_key(), request.response_expected(), request.arguments(),
                      request.memo()),
        request_(request),
        intercepted_(intercepted) {}

  cdr::Encoder& begin_reply(ReplyStatus status) override {
    end(status);
    return request_.begin_reply(status);
  }
  void write_reply(ArgumentWriter results) override {
    end(ReplyStatus::no_exception);
    request_.write_reply(results);
  }
  std::vector<iop::ServiceContext> service_contexts() const override { return request_.service_contexts(); }
  TraceOctets trace_octets() const noexcept override { return request_.trace_octets(); }
  channel::Session* session() override { return request_.session(); }
  std::shared_ptr<DetachedReply> detach(std::weak_ptr<DetachedObserver> observer) override {
    return request_.detach(std::move(observer));
  }
  InterceptedRequest* intercepted() noexcept override { return &intercepted_; }
  void failed(const CORBA::Exception& exception) noexcept override { request_.failed(exception); }

  void end(ReplyStatus status) {
    if (executed()) request_.mark_executed();
    if (intercepted_.has_ended()) return;
    intercepted_.take_slots_of_thread();
    const bool is_success = status == ReplyStatus::no_exception;
    const Ending& ending = intercepted_.end(is_success ? Ending{} : Ending::raised(std::current_exception()));
    const auto expected = is_success ? PortableInterceptor::SUCCESSFUL : PortableInterceptor::USER_EXCEPTION;
    if (ending.status != expected) std::rethrow_exception(failure_of(ending));
  }

 private:
  ServerRequest& request_;
  InterceptedRequest& intercepted_;
};

// Gives the thread the request's slots while the object is found and the servant is called, and copies them back to the
// request at the end.
class UpcallSlots {
 public:
  UpcallSlots(const Slots& slots, InterceptedRequest& request) : scope_(slots, request.slots()), request_(request) {}
  ~UpcallSlots() {
    if (const auto deferred = request_.heir().lock()) deferred->returned();
    if (request_.has_ended()) return;
    try {
      request_.take_slots_of_thread();
    } catch (const std::exception&) {
      // Out of memory. The request keeps its previous slots.
    }
  }
  UpcallSlots(const UpcallSlots&) = delete;
  UpcallSlots& operator=(const UpcallSlots&) = delete;

 private:
  const Slots::Scope scope_;
  InterceptedRequest& request_;
};

// Called within the handler of the exception that ended the request.
void end_by_failure(InterceptedRequest& intercepted, ServerRequest& request) {
  auto failure = std::current_exception();
  if (!intercepted.has_ended()) {
    const Ending& ending = intercepted.end(ending_of(failure, request));
    if (ending.status != PortableInterceptor::SUCCESSFUL) failure = failure_of(ending);
  }
  try {
    std::rethrow_exception(failure);
  } catch (...) {
    reply_to_failure(request);
  }
}

}  // namespace

void serve_intercepted(PoaTree& tree, ServerRequest& request) {
  // Done before any interceptor sees the request, since a request put aside is dispatched again.
  Guard guard(tree, request);
  if (!guard.refuses() && put_target_aside(tree, request)) return;
  InterceptedRequest intercepted(tree, request);
  const CallerScope caller(request.session());
  try {
    intercepted.receive_service_contexts();
    guard.require();
    const UpcallSlots slots(tree.orb().interceptors().slots(), intercepted);
    auto& object = enter_target_on_this_thread(tree, request);
    const Upcall upcall(object, &request);
    guard.require(object);
    const auto context = request.way() == RequestWay::from_client ? nullptr : admit_both_ways(object, request);
    intercepted.receive_request(object);
    if (request.waits_for_server()) request.answer_before_upcall();
    request.upcall_begins(upcall.servant());
    Observed observed(request, intercepted);
    make_upcall(upcall, observed);
    upcall.finish();
    if (!intercepted.has_ended()) observed.end(ServerRequest::ReplyStatus::no_exception);
  } catch (...) {
    end_by_failure(intercepted, request);
  }
}

void end_intercepted(InterceptedRequest& intercepted, ServerRequest& request,
                     function_ref<void(ServerRequest&)> serve) {
  intercepted.reply_to(&request);
  struct Behind {
    InterceptedRequest& intercepted;
    ~Behind() { intercepted.reply_to(nullptr); }
  } const behind{intercepted};
  try {
    const Slots::Scope slots(intercepted.orb().interceptors().slots(), intercepted.slots());
    Observed observed(request, intercepted);
    serve(observed);
    if (!intercepted.has_ended()) observed.end(ServerRequest::ReplyStatus::no_exception);
  } catch (...) {
    end_by_failure(intercepted, request);
  }
}

}  // namespace dimma::orb
