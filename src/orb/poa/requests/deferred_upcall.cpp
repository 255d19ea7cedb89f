#include "orb/poa/requests/deferred_upcall.hpp"

#include "base/sync/assert.hpp"
#include "orb/poa/requests/serving.hpp"
#include "orb/poa/requests/upcall_reply.hpp"
#include "orb/upcall/upcall_failure.hpp"
#include "orb/upcall/upcall_stack.hpp"

#include <dimma/generated/loaned_reply.hpp>
#include <dimma/minor.hpp>

#include <utility>

namespace dimma {

std::shared_ptr<DeferredRequest> ServerRequest::defer(std::span<const std::string_view> raises) {
  auto deferred = std::make_shared<orb::DeferredUpcall>(*orb::current_upcall()->object, raises);
  deferred->take_over(*this);
  mark_executed();
  return deferred;
}

}  // namespace dimma

namespace dimma::orb {

namespace {

std::exception_ptr dropped() noexcept {
  return std::make_exception_ptr(CORBA::NO_RESPONSE(minor::no_response_dropped, CORBA::COMPLETED_MAYBE,
                                                    "the servant has released the request without a reply"));
}

}  // namespace

DeferredUpcall::~DeferredUpcall() {
  if (reply_ != nullptr) fail(nullptr);
}

void DeferredUpcall::take_over(ServerRequest& request) {
  DIMMA_ASSERT(!reply_);
  auto* const told = request.intercepted();
  std::unique_ptr<InterceptedRequest> intercepted;  // made first, since nothing may throw after detach()
  if (told != nullptr) {
    intercepted = std::make_unique<InterceptedRequest>(*told);
    intercepted->take_slots_of_thread();
  }
  auto reply = request.detach(weak_from_this());
  if (!reply) {
    throw CORBA::NO_IMPLEMENT(minor::no_implement_unsupported, CORBA::COMPLETED_NO,
                              "the channel of the request does not support deferred replies");
  }
  object_.enter_again();
  if (object_.located) located_ = std::move(object_.located);  // located objects serve only one request
  reply_ = std::move(reply);
  if (told != nullptr) told->hand_over(*intercepted, weak_from_this());
  intercepted_ = std::move(intercepted);
}

void DeferredUpcall::returned() noexcept {
  const sync::LockGuard lock(mutex_);
  DIMMA_ASSERT(!has_returned_);
  has_returned_ = true;
  if (has_ended_) return;
  try {
    intercepted_->take_slots_of_thread();
  } catch (const std::exception&) {
    // Out of memory. The request keeps its previous slots.
  }
}

bool DeferredUpcall::begin_end() noexcept {
  std::function<void()> cancelled;  // destroyed after the lock is released
  const sync::LockGuard lock(mutex_);
  if (std::exchange(has_ended_, true)) return false;
  cancelled.swap(cancelled_);
  if (!intercepted_ || has_returned_ || served_by_ != sync::get_id()) return true;
  try {
    intercepted_->take_slots_of_thread();  // replied within the operation function
  } catch (const std::exception&) {        // NOLINT: see returned()
  }
  return true;
}

void DeferredUpcall::reply(ArgumentWriter results) noexcept {
  if (begin_end()) end([&results](ServerRequest& request) { request.reply(results); });
}

void DeferredUpcall::reply_with_loans(ArgumentWriter results) noexcept {
  if (begin_end()) end([&results](ServerRequest& request) { dimma::reply_with_loans(request, results); });
}

std::shared_ptr<LoanArena> DeferredUpcall::loans() const noexcept {
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_) return nullptr;
  }
  return reply_->loans();
}

void DeferredUpcall::fail(std::exception_ptr failure) noexcept {
  if (!begin_end()) return;
  if (!failure) failure = dropped();
  end([this, &failure](ServerRequest& request) { reply_failure(request, failure); });
}

void DeferredUpcall::reply_failure(ServerRequest& request, const std::exception_ptr& failure) const {
  try {
    try {
      std::rethrow_exception(failure);
    } catch (const CORBA::UserException& exception) {
      if (!reply_if_declared(request, raises_, exception)) throw;
    }
  } catch (const CORBA::SystemException&) {
    throw;
  } catch (...) {
    raise_for_client(object_, request.operation());
  }
}

void DeferredUpcall::end(function_ref<void(ServerRequest&)> serve) noexcept {
  // The servant may own this object, and may be destroyed when its last request ends.
  const auto reply = reply_;
  reply->complete([&](ServerRequest& request) {
    UpcallFrame frame;
    frame.object = &object_;
    frame.request = &request;
    push(frame);
    answer(request, serve);
    finish_quietly();
    pop(frame);
    intercepted_.reset();
    object_.exit();
  });
}

void DeferredUpcall::answer(ServerRequest& request, function_ref<void(ServerRequest&)> serve) {
  const auto serve_all = [&](ServerRequest& replied_to) {
    serve(replied_to);
    finish();
  };
  serve_noexcept(request, [&] {
    if (intercepted_) return end_intercepted(*intercepted_, request, serve_all);
    try {
      serve_all(request);
    } catch (...) {
      reply_to_failure(request);
    }
  });
}

void DeferredUpcall::finish() {
  if (located_) object_.owner().postinvoke(object_, std::move(located_));
}

// Called after the reply was made. Failures are ignored, since they can no longer change the reply.
void DeferredUpcall::finish_quietly() noexcept {
  try {
    finish();
  } catch (...) {  // NOLINT: ignored as after an ordinary upcall that threw
  }
}

void DeferredUpcall::when_cancelled(std::function<void()> call) {
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_) return;
    cancelled_.swap(call);
    if (!is_cancelled()) return;
    call.swap(cancelled_);
  }
  if (call) call();
}

void DeferredUpcall::abandoned() noexcept {
  std::function<void()> call;
  {
    const sync::LockGuard lock(mutex_);
    if (has_ended_ || is_cancelled_.exchange(true)) return;
    call.swap(cancelled_);
  }
  try {
    if (call) call();
  } catch (...) {  // NOLINT: no caller could handle the exception
  }
}

}  // namespace dimma::orb
