#include <dimma/asio/detail/call_control.hpp>
#include <dimma/asio/detail/call_memory.hpp>

#include "base/sync.hpp"

#include <array>
#include <memory>
#include <utility>

namespace dimma::asio::detail {

namespace {

class Control;

class List final : public CallList {
 public:
  // Of a control in a list: a ring, with the list's own link in it.
  struct Link {
    Link() noexcept = default;
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    Link* previous = this;
    Link* next = this;
    Control* of = nullptr;
  };

  void add(Link& link) noexcept {
    const std::lock_guard lock(mutex_);
    link.previous = first_.previous;
    link.next = &first_;
    link.previous->next = &link;
    first_.previous = &link;
  }
  void remove(Link& link) noexcept {
    const std::lock_guard lock(mutex_);
    unlink(link);
  }
  void abandon_all() noexcept override;

 private:
  static void unlink(Link& link) noexcept {
    link.previous->next = link.next;
    link.next->previous = link.previous;
    link.previous = link.next = &link;
  }

  sync::Mutex mutex_;
  Link first_;
};

class Control final : public CallControl, public std::enable_shared_from_this<Control> {
 public:
  void join(const std::shared_ptr<CallList>& list) noexcept override {
    auto& place = places_[places_[0].list ? 1 : 0];
    place.link.of = this;
    place.list = std::static_pointer_cast<List>(list);
    place.list->add(place.link);
  }

  void watch(const std::shared_ptr<HandledCall>& call) noexcept override {
    const std::lock_guard lock(mutex_);
    handled_ = call;
  }

  void begun(std::shared_ptr<AsyncCall> call) noexcept override {
    std::shared_ptr<HandledCall> completed;
    bool is_cancelled = false;
    bool only_unsent = true;
    {
      const std::lock_guard lock(mutex_);
      --users_;
      if (users_ == 0 && completed_ && !has_ended_) {
        completed = completed_;
      } else if (!completed_) {
        call_ = call;
        is_cancelled = std::exchange(is_cancelled_, false);
        only_unsent = only_unsent_;
      }
    }
    if (is_cancelled && call) call->cancel(only_unsent);
    call.reset();
    if (completed) {
      HandledCall& plain = *completed;
      plain.post_ending(std::move(completed));
    }
  }

  void cancel(bool only_unsent) noexcept override {
    std::shared_ptr<AsyncCall> call;
    {
      const std::lock_guard lock(mutex_);
      if (has_ended_) return;
      call = call_.lock();
      if (!call) {  // begun() does it, if it is still to come
        is_cancelled_ = true;
        only_unsent_ = only_unsent_ && only_unsent;
      }
    }
    if (call) call->cancel(only_unsent);
  }

  void post(function_ref<void()> post) noexcept override {
    const std::lock_guard lock(mutex_);
    if (has_ended_) return;
    ++users_;
    post();
  }

  void completed(std::shared_ptr<HandledCall> call) noexcept override {
    const std::lock_guard lock(mutex_);
    if (!has_ended_) completed_ = std::move(call);
  }

  std::shared_ptr<HandledCall> leave_step() noexcept override {
    std::shared_ptr<HandledCall> call;
    {
      const std::lock_guard lock(mutex_);
      --users_;
      if (users_ != 0 || !completed_ || has_ended_) return nullptr;
      end_locked(call);
    }
    forget();
    return call;
  }

  bool claim() noexcept override {
    std::shared_ptr<HandledCall> call;
    {
      const std::lock_guard lock(mutex_);
      if (has_ended_) return false;
      end_locked(call);
    }
    forget();
    return true;
  }

  void abandon() noexcept override {
    std::shared_ptr<HandledCall> handled;
    std::shared_ptr<HandledCall> completed;
    std::shared_ptr<AsyncCall> call;
    {
      const std::lock_guard lock(mutex_);
      if (has_ended_) return;
      handled = handled_.lock();
      call = call_.lock();
      end_locked(completed);
    }
    forget();
    if (handled) handled->drop();
    if (call) call->cancel(false);
  }

  void forget() noexcept override {
    for (auto& place : places_) {
      if (place.list) place.list->remove(place.link);
    }
  }

 private:
  void end_locked(std::shared_ptr<HandledCall>& completed) noexcept {
    has_ended_ = true;
    completed = std::move(completed_);
    handled_.reset();
    call_.reset();
  }

  // Recursive, as an executor that takes no step any more destroys it, and that abandons the call.
  sync::RecursiveMutex mutex_;
  std::size_t users_ = 1;  // the thread that begins the call, and the steps that have not left
  bool has_ended_ = false;
  bool is_cancelled_ = false;
  bool only_unsent_ = true;
  std::weak_ptr<AsyncCall> call_;
  std::weak_ptr<HandledCall> handled_;
  std::shared_ptr<HandledCall> completed_;

  struct Place {
    std::shared_ptr<List> list;
    List::Link link;
  };
  std::array<Place, 2> places_;  // of the handler's executor, and of the one that stands in for it
};

void List::abandon_all() noexcept {
  for (;;) {
    std::shared_ptr<Control> control;
    {
      const std::lock_guard lock(mutex_);
      Link* const link = first_.next;
      if (link == &first_) return;
      control = link->of->shared_from_this();  // whoever has the last reference takes it off the list before
      unlink(*link);
    }
    control->abandon();
  }
}

}  // namespace

std::shared_ptr<CallList> make_call_list() { return std::make_shared<List>(); }

std::shared_ptr<CallControl> make_call_control() { return std::allocate_shared<Control>(CallAllocator<Control>()); }

EventSteps*& event_steps_of_this_thread() noexcept {
  static constinit DIMMA_PER_THREAD EventSteps* steps = nullptr;
  return steps;
}

}  // namespace dimma::asio::detail
