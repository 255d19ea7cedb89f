#pragma once
// Decides how a call with a completion token ends. The control is part of the call, or separate from it.

#include "base/sync/assert.hpp"
#include "base/sync/sync.hpp"

#include <dimma/asio/detail/call_control.hpp>

#include <cstdint>
#include <memory>
#include <utility>

namespace dimma::asio::detail {

class Control;

class List final : public CallList {
 public:
  // A control's link in a list. The links form a ring with the list's own link.
  struct Link {
    Link() noexcept = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    Link* previous = this;
    Link* next = this;
    Control* of = nullptr;
  };

  void add(Link& link) noexcept {
    const sync::LockGuard lock(mutex_);
    link.previous = first_.previous;
    link.next = &first_;
    link.previous->next = &link;
    first_.previous = &link;
  }
  void remove(Link& link) noexcept {
    const sync::LockGuard lock(mutex_);
    unlink(link);
  }
  void abandon_all() noexcept override;

 private:
  void unlink(Link& link) noexcept DIMMA_REQUIRES(mutex_) {
    link.previous->next = link.next;
    link.next->previous = link.previous;
    link.previous = link.next = &link;
  }

  sync::Mutex mutex_;
  Link first_ DIMMA_GUARDED_BY(mutex_);  // guards the links of the whole ring
};

class Control : public CallControl, public std::enable_shared_from_this<Control> {
 public:
  Control(const Control&) = delete;
  Control& operator=(const Control&) = delete;

  void post(function_ref<void()> post) noexcept final;
  bool enter_step() noexcept final;
  void completed(std::shared_ptr<HandledCall> call) noexcept final;
  bool leave_step(std::shared_ptr<HandledCall>& call) noexcept final;
  bool claim() noexcept final;
  void abandon() noexcept final;

 protected:
  Control() noexcept = default;
  ~Control() override { forget(); }

  // Called before the call begins, and therefore without the lock. `kept` refers to the owner of the call.
  void watch(std::weak_ptr<void> kept, HandledCall& call, CallLists lists) noexcept DIMMA_NO_THREAD_SAFETY_ANALYSIS {
    DIMMA_ASSERT(!call_);
    call_ = &call;
    handled_ = std::move(kept);
    if (lists.first) join(own_, std::move(lists.first));
    if (lists.second) join(other_, std::move(lists.second));
  }
  // Called when the function that begins the call is about to return.
  void begun() noexcept {
    {
      const sync::LockGuard lock(mutex_);
      DIMMA_ASSERT(users_ != 0);
      --users_;
      if (users_ != 0 || !completed_ || has_ended_) return;
    }
    post_ending();
  }

 private:
  struct Place {
    std::shared_ptr<List> list;
    List::Link link;
  };

  void join(Place& place, std::shared_ptr<CallList> list) noexcept {
    place.link.of = this;
    place.list = std::static_pointer_cast<List>(std::move(list));
    place.list->add(place.link);
  }
  [[gnu::cold]] void post_ending() noexcept;
  static void leave(Place& place) noexcept;
  // Removes the control from its lists.
  void forget() noexcept {
    if (own_.list) leave(own_);
    if (other_.list) leave(other_);
  }
  void end_locked() noexcept DIMMA_REQUIRES(mutex_);

  // Recursive, since an executor that accepts no more steps destroys the posted step, which abandons the call.
  sync::RecursiveMutex mutex_;
  // The number of users: the thread that begins the call, and the steps that have not ended.
  std::uint32_t users_ DIMMA_GUARDED_BY(mutex_) = 1;
  bool has_ended_ DIMMA_GUARDED_BY(mutex_) = false;
  std::shared_ptr<HandledCall> completed_ DIMMA_GUARDED_BY(mutex_);
  std::weak_ptr<void> handled_ DIMMA_GUARDED_BY(mutex_);  // owner of *call_
  HandledCall* call_ = nullptr;                           // set before the call begins
  // Accessed only by the thread that ends the call.
  Place own_;    // in the list of the handler's context; the home context's if it has none
  Place other_;  // in the list of the home context, if the handler has a different one
};

}  // namespace dimma::asio::detail
