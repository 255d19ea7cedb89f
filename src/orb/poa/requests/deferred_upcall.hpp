#pragma once
// A request whose operation function returns without a reply. The reply is made later.
//
// It keeps its object entered, and owns the channel's reply. The application owns the DeferredUpcall, which ends with
// its reply or when the application releases it.

#include "base/sync/sync.hpp"
#include "orb/poa/requests/server_request.hpp"
#include "orb/upcall/active_object.hpp"

#include <dimma/generated/server_request.hpp>

#include <memory>
#include <span>
#include <string_view>

namespace dimma::orb {

class DeferredUpcall final : public DeferredRequest,
                             public DetachedObserver,
                             public ReturnObserver,
                             public std::enable_shared_from_this<DeferredUpcall> {
 public:
  // Constructed by ServerRequest::defer(), within the upcall on `object`.
  DeferredUpcall(ActiveObject& object, std::span<const std::string_view> raises) noexcept
      : object_(object), raises_(raises) {}
  ~DeferredUpcall() override;

  // Detaches the reply and the interceptors' state from the request. Throws what ServerRequest::defer() throws.
  void take_over(ServerRequest& request);
  // Called when the operation function has returned. The thread's slots become those of the request.
  void returned() noexcept override;

  void reply(ArgumentWriter results) noexcept override;
  void reply_with_loans(ArgumentWriter results) noexcept override;
  std::shared_ptr<LoanArena> loans() const noexcept override;
  void fail(std::exception_ptr failure) noexcept override;
  void when_cancelled(std::function<void()> call) override;
  bool is_cancelled() const noexcept override { return is_cancelled_.load(std::memory_order_acquire); }
  void abandoned() noexcept override;

 private:
  bool begin_end() noexcept;
  void end(function_ref<void(ServerRequest&)> serve) noexcept;
  void answer(ServerRequest& request, function_ref<void(ServerRequest&)> serve);
  void finish();
  void finish_quietly() noexcept;
  void reply_failure(ServerRequest& request, const std::exception_ptr& failure) const;

  ActiveObject& object_;
  const std::span<const std::string_view> raises_;
  std::unique_ptr<LocatedObject> located_;  // for the postinvoke of a servant locator
  std::shared_ptr<DetachedReply> reply_;    // nullptr until take_over() succeeds
  std::unique_ptr<InterceptedRequest> intercepted_;
  decltype(sync::get_id()) served_by_ = sync::get_id();

  mutable sync::Mutex mutex_;
  bool has_returned_ DIMMA_GUARDED_BY(mutex_) = false;
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
  std::function<void()> cancelled_ DIMMA_GUARDED_BY(mutex_);
  sync::Atomic<bool> is_cancelled_{false};
};

}  // namespace dimma::orb
