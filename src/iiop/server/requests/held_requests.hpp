#pragma once
// The requests of a connection that wait, without a thread, until their object adapter accepts requests.
//
// A request is held here after the dispatcher has put it aside. It is released when the dispatcher resumes it. Threads
// of the pool then serve the released requests. Oneways keep their order: a request after a oneway begins when the
// oneway has been served. Requests for the same adapter that arrive in the meantime are held too, after the oneway.

#include "base/sync/count_down.hpp"
#include "base/sync/sync.hpp"
#include "iiop/server/requests/request_origin.hpp"
#include "reactor/poller.hpp"

#include <dimma/generated/server_request.hpp>

#include <cstdint>
#include <list>
#include <memory>

namespace dimma::iiop {

// A request that can be held.
class HeldRequest : public WaitingRequest {
 public:
  // The request id, and whether the client expects no reply.
  virtual std::uint32_t id() const noexcept = 0;
  virtual bool is_oneway() const noexcept = 0;
  // Serves the request on the calling thread, to its end or until it is put aside.
  virtual void run() noexcept = 0;
  // Called when the request will not be served.
  virtual void abandon() noexcept = 0;
  // Replies that the request cannot be served. Requires that the request is not held.
  virtual void answer_refusal(const char* why) noexcept = 0;

  // Called before the request is held.
  void wait_at(const std::shared_ptr<WaitingPlace>& place) noexcept {
    waits_for_executor_ = place->is_executor();
    waits_at_ = place.get();
    place_waited_at_ = place;
  }
  bool was_held() const noexcept { return waits_at_ != nullptr; }
  bool waits_for_executor() const noexcept { return waits_for_executor_; }
  bool waits_at(const WaitingPlace& place) const noexcept { return waits_at_ == &place; }
  void mark_abandoned() noexcept { is_abandoned_.store(true, std::memory_order_seq_cst); }
  bool is_abandoned() const noexcept override { return is_abandoned_.load(std::memory_order_seq_cst); }

 protected:
  // Returns nullptr if the place no longer exists.
  std::shared_ptr<WaitingPlace> place_waited_at() const noexcept { return place_waited_at_.lock(); }

 private:
  friend class HeldRequests;
  const WaitingPlace* waits_at_ = nullptr;
  std::weak_ptr<WaitingPlace> place_waited_at_;
  bool waits_for_executor_ = false;
  std::list<std::shared_ptr<HeldRequest>>::iterator position_;  // in HeldRequests::held_; guarded by its lock
  sync::Atomic<bool> is_abandoned_{false};
};

class HeldRequests final : public reactor::Waiter {
 public:
  // `connection` owns this object.
  explicit HeldRequests(RequestOrigin& connection) noexcept : connection_(connection) {}
  ~HeldRequests() override;

  using Requests = std::list<std::shared_ptr<HeldRequest>>;
  // `request` is a list of one element.
  void hold(Requests request) noexcept;
  // Returns false if the request has been abandoned.
  bool release(HeldRequest& request) noexcept;
  // Like release(), for a calling thread that serves the request itself.
  bool take(HeldRequest& request) noexcept;
  // Abandons all requests that are not released yet, including those that are held later. They are not served.
  void abandon() noexcept { abandon(Abandoned::all); }
  // Like abandon(), only for requests that a POAManager holds, possibly without a limit in time. Requests that wait for
  // an executor are still served.
  void abandon_held_by_managers() noexcept { abandon(Abandoned::held_by_managers); }

  // Called when the client no longer waits for the reply. The request is not served unless it has been released
  // already.
  void cancel(std::uint32_t request_id) noexcept;

  // precede() returns true if a oneway that is held, or released and not served yet, comes before another request for
  // `place`. may_precede() is a quick check for any place.
  bool may_precede() const noexcept { return oneways_.load(std::memory_order_relaxed) != 0; }
  bool precede(const WaitingPlace& place) const noexcept;

  // Called when `request` is about to wait itself. Lets the requests that wait for it go on.
  void let_others_pass(const HeldRequest& request) noexcept;
  // Called when a oneway that was held has been served, or is no longer held.
  void oneway_ended() noexcept { sync::count_down(oneways_, std::memory_order_relaxed); }

  // Serves the released requests, on a thread of the pool.
  void readable() noexcept override;
  // Serves the released requests on the calling thread.
  void serve() noexcept;

 private:
  enum class Abandoned : std::uint8_t { none, held_by_managers, all };

  void abandon(Abandoned which) noexcept;
  bool is_abandoned(const HeldRequest& request) const noexcept DIMMA_REQUIRES(mutex_);
  bool is_served_in_turn(const HeldRequest& request) const noexcept;
  void call_a_thread() noexcept;
  void refuse() noexcept;
  void removed(const HeldRequest& request) noexcept;

  RequestOrigin& connection_;
  mutable sync::Mutex mutex_;
  Requests held_ DIMMA_GUARDED_BY(mutex_);
  Requests released_ DIMMA_GUARDED_BY(mutex_);
  const HeldRequest* in_turn_ DIMMA_GUARDED_BY(mutex_) = nullptr;  // requests after it in released_ wait for it
  bool thread_called_ DIMMA_GUARDED_BY(mutex_) = false;            // posted to the pool, but no thread has picked it up
  Abandoned abandoned_ DIMMA_GUARDED_BY(mutex_) = Abandoned::none;
  sync::Atomic<std::uint32_t> oneways_{0};
};

}  // namespace dimma::iiop
