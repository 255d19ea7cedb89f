#pragma once
// The requests of a connection that wait, without a thread, until their object adapter takes requests.
//
// A request is held here once the dispatcher has put it aside. It is released when the dispatcher has it resumed;
// threads of the pool then serve what has been released. Oneways keep their order: a request after one begins when the
// oneway has been served. Requests that arrive meanwhile for the same adapter are held too, after it.

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
  // The id of its message, and whether its client expects no reply.
  virtual std::uint32_t id() const noexcept = 0;
  virtual bool is_oneway() const noexcept = 0;
  // Serves it to the end, on the calling thread, or until it is put aside.
  virtual void run() noexcept = 0;
  // Called when the request will not be served.
  virtual void abandon() noexcept = 0;
  // Answers that the request can't be served. The request must not be held.
  virtual void answer_refusal(const char* why) noexcept = 0;

  // Called before it is held.
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
  // nullptr if it is gone.
  std::shared_ptr<WaitingPlace> place_waited_at() const noexcept { return place_waited_at_.lock(); }

 private:
  friend class HeldRequests;
  const WaitingPlace* waits_at_ = nullptr;
  std::weak_ptr<WaitingPlace> place_waited_at_;
  bool waits_for_executor_ = false;
  std::list<std::shared_ptr<HeldRequest>>::iterator position_;  // among those held; guarded by their lock
  sync::Atomic<bool> is_abandoned_{false};
};

class HeldRequests final : public reactor::Waiter {
 public:
  // `connection` owns it.
  explicit HeldRequests(RequestOrigin& connection) noexcept : connection_(connection) {}
  ~HeldRequests() override;

  using Requests = std::list<std::shared_ptr<HeldRequest>>;
  // `request` is a list of one.
  void hold(Requests request) noexcept;
  // Returns false if it was abandoned before.
  bool release(HeldRequest& request) noexcept;
  // The same for the calling thread, which serves it.
  bool take(HeldRequest& request) noexcept;
  // Abandons the requests that are not released yet, and those held from now on: they will not be served.
  void abandon() noexcept { abandon(Abandoned::all); }
  // The same for those that a POAManager holds, perhaps forever. Those that wait for an executor are served.
  void abandon_held_by_managers() noexcept { abandon(Abandoned::held_by_managers); }

  // Called when the client no longer waits for the reply: the request is not served, if it is not released yet.
  void cancel(std::uint32_t request_id) noexcept;

  // True if a oneway that is held, or has been released and not served yet, comes before another request for `place`.
  bool may_precede() const noexcept { return oneways_.load(std::memory_order_relaxed) != 0; }
  bool precede(const WaitingPlace& place) const noexcept;

  // Called when the request is about to wait itself: if others wait for it, they go on.
  void let_others_pass(const HeldRequest& request) noexcept;
  // Called when a oneway that was held has been served, or is no longer held.
  void oneway_ended() noexcept { sync::count_down(oneways_, std::memory_order_relaxed); }

  // Serves what has been released, on a thread of the pool.
  void readable() noexcept override;
  // The same on the calling thread.
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
  const HeldRequest* in_turn_ DIMMA_GUARDED_BY(mutex_) = nullptr;  // those after it in released_ wait for it
  bool thread_called_ DIMMA_GUARDED_BY(mutex_) = false;            // and has not come yet
  Abandoned abandoned_ DIMMA_GUARDED_BY(mutex_) = Abandoned::none;
  sync::Atomic<std::uint32_t> oneways_{0};
};

}  // namespace dimma::iiop
