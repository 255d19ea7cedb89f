#pragma once
// Admits asynchronous calls to the resources that the QoS limits, without blocking a thread. Calls that find no free
// resource wait in order of arrival. Each resource that is given back admits the first of them.

#include "base/copied_failure.hpp"
#include "channel/channel.hpp"
#include "iiop/client/watch/expiring.hpp"
#include "iiop/client/watch/failed_answer.hpp"
#include "iiop/client/watch/reply_watch.hpp"
#include "iiop/resources/resources.hpp"

#include <dimma/generated/async_call.hpp>
#include <dimma/minor.hpp>

#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <utility>

namespace dimma::iiop {

template <class Resource>
class Admission final : public channel::CancelPlace,
                        public Expiring,
                        public std::enable_shared_from_this<Admission<Resource>> {
 public:
  using Pool = execution::Allocator<Resource>;
  using Lease = typename Pool::Lease;
  using Call = std::shared_ptr<channel::Awaiting>;
  // Begins a call that has been given its resource. Throws what ClientChannel::begin() throws.
  using Begin = std::function<void(Call, Lease)>;

  // The watch must outlive this object.
  Admission(std::shared_ptr<Pool> pool, const Patience& patience, ReplyWatch& watch, Begin begin)
      : pool_(std::move(pool)), patience_(patience), watch_(watch), begin_(std::move(begin)) {}

  // Like ClientChannel::begin().
  void begin(Call call) {
    if (call->may_wait() || !patience_.waits) {
      auto lease = take(*pool_, patience_, call->request().deadline);
      return begin_with(std::move(call), std::move(lease));
    }
    if (is_empty()) {
      if (auto lease = pool_->take_free()) return begin_with(std::move(call), std::move(lease));
    }
    // The call can end on another thread as soon as it waits, and with it the channel that owns this object.
    const auto kept = this->shared_from_this();
    wait(std::move(call));
    released();
  }

  // Called when a resource has been given back.
  void released() noexcept {
    if (is_empty()) return;
    if (beginning_.exchange(true)) {
      again_.store(true);  // for the thread that is beginning calls, perhaps this one further up the stack
      return;
    }
    do {
      again_.store(false);
      while (begin_first()) {
      }
      beginning_.store(false);
    } while (again_.load() && !beginning_.exchange(true));
  }

  void cancel(std::uint32_t request_id) noexcept override {
    end_if(std::make_exception_ptr(OperationCanceled()),
           [request_id](const Waiting& each) { return each.id == request_id; });
  }

  Deadline expire(Deadline now) noexcept override {
    end_if(std::make_exception_ptr(CORBA::TIMEOUT(minor::timeout_resources, CORBA::COMPLETED_NO,
                                                  "no " + pool_->what() + " became free before the deadline")),
           [now](const Waiting& each) { return each.deadline <= now; });
    auto next = no_deadline;
    const sync::LockGuard lock(mutex_);
    for (const auto& each : waiting_) next = std::min(next, each.deadline);
    return next;
  }

  void fail_begun(const std::exception_ptr& why) noexcept override {
    {
      const sync::LockGuard lock(mutex_);
      if (!ended_) ended_ = why;
    }
    end_if(why, [](const Waiting&) { return true; });
  }

  bool is_empty() const noexcept { return count_.load() == 0; }

 private:
  struct Waiting {
    Call call;
    Deadline deadline;
    std::uint32_t id;
  };

  void begin_with(Call call, Lease lease) {
    try {
      begin_(std::move(call), std::move(lease));
    } catch (...) {
      released();
      throw;
    }
  }

  void wait(Call call) {
    const auto deadline = call->request().deadline;
    std::list<Waiting> added;
    added.push_back({call, deadline, 0});
    const sync::LockGuard lock(mutex_);
    if (pool_->closed()) throw channel_closed();
    if (ended_) std::rethrow_exception(copy_of(ended_));
    if (!is_known_) watch_.attend(this->weak_from_this());
    is_known_ = true;
    added.back().id = ++last_id_;
    call->begun_as(this->weak_from_this(), last_id_, false);
    waiting_.splice(waiting_.end(), added);
    count_.fetch_add(1);
    if (deadline != no_deadline) watch_.expire_at(deadline);
  }

  bool begin_first() noexcept {
    auto lease = pool_->take_free();
    if (!lease) return false;
    Call call;
    {
      const sync::LockGuard lock(mutex_);
      if (waiting_.empty()) return false;
      call = std::move(waiting_.front().call);
      waiting_.pop_front();
      count_.fetch_sub(1);
    }
    try {
      begin_(call, std::move(lease));
    } catch (...) {
      end(std::move(call), std::current_exception());
    }
    return true;
  }

  template <class Which>
  void end_if(const std::exception_ptr& why, Which which) noexcept {
    std::list<Waiting> ended;
    {
      const sync::LockGuard lock(mutex_);
      for (auto each = waiting_.begin(); each != waiting_.end();) {
        const auto next = std::next(each);
        if (which(*each)) ended.splice(ended.end(), waiting_, each);
        each = next;
      }
      count_.fetch_sub(ended.size());
    }
    for (auto& each : ended) end(std::move(each.call), copy_of(why));
  }

  static void end(Call call, std::exception_ptr why) noexcept {
    auto& told = *call;
    told.answered(std::move(call), FailedAnswer::of(std::move(why)));
  }

  const std::shared_ptr<Pool> pool_;
  const Patience patience_;
  ReplyWatch& watch_;
  const Begin begin_;
  sync::Atomic<bool> beginning_{false};
  sync::Atomic<bool> again_{false};
  sync::Atomic<std::size_t> count_{0};

  sync::Mutex mutex_;
  std::list<Waiting> waiting_ DIMMA_GUARDED_BY(mutex_);
  std::uint32_t last_id_ DIMMA_GUARDED_BY(mutex_) = 0;
  bool is_known_ DIMMA_GUARDED_BY(mutex_) = false;  // registered with watch_
  std::exception_ptr ended_ DIMMA_GUARDED_BY(mutex_);
};

// Its destructor calls released(). Must be declared before the lease of a blocking call, so that the lease is given
// back first.
template <class Resource>
struct Released {
  Admission<Resource>& admission;
  ~Released() { admission.released(); }
};
template <class Resource>
Released(Admission<Resource>&) -> Released<Resource>;

}  // namespace dimma::iiop
