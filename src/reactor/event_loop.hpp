#pragma once
// A poller and a queue of posted waiters, for the threads that serve their events: the threads of a pool, one thread of
// the ORB, or the threads of an application that runs the ORB (dimma/event_loop.hpp).

#include "base/sync/sync.hpp"

#if !DIMMA_THREADS
#include "reactor/event_loop_single_threaded.hpp"
#else

#include "reactor/grace_period.hpp"
#include "reactor/poller.hpp"
#include "reactor/posted_queue.hpp"

#include <dimma/generated/function_ref.hpp>

#include <chrono>
#include <memory>

namespace dimma::reactor {

// Thread-safe.
class EventLoop {
 public:
  // Throws std::system_error.
  explicit EventLoop(WaitStrategy how = WaitStrategy::block) : poller_(how) {}
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  Poller& poller() noexcept { return poller_; }
  // Returns a descriptor that polls readable while an event waits.
  int handle() const noexcept { return poller_.handle(); }

  // Makes a thread that serves the loop call waiter.readable(), as if its descriptor were readable. The waiter must
  // live until then. `owner`, if it is set, keeps the waiter alive.
  void post(Waiter& waiter, std::shared_ptr<void> owner = nullptr) noexcept { posted_.post(waiter, std::move(owner)); }
  // Called when no thread serves the loop. Calls the posted waiters that have an owner.
  void call_owned() noexcept { posted_.call_owned(); }

  // Waits for an event up to the limit (negative: no limit), calls `taken`, and serves the event. Other threads may
  // serve the next event meanwhile. Returns false if there was no event; `taken` is called then too.
  bool serve_one(std::chrono::milliseconds limit, function_ref<void()> taken);
  bool serve_one(std::chrono::milliseconds limit);

  // True if an event waits to be served.
  bool pending() const noexcept;

  // Releases the object when no thread in serve_one() can still be handling an event of the object. Requires that its
  // descriptors have been removed from the poller.
  void retire(std::shared_ptr<void> object) noexcept { grace_.retire(std::move(object)); }

  // Makes the threads in the poller return.
  void stop() noexcept { poller_.stop(); }

 private:
  // The posted waiters, and a descriptor that is readable while there are any.
  class Posted final : public Waiter {
   public:
    explicit Posted(Poller& poller);
    ~Posted() override;
    void post(Waiter& waiter, std::shared_ptr<void> owner) noexcept;
    void readable() noexcept override;
    void call_owned() noexcept;

   private:
    struct Entry {
      Waiter* waiter = nullptr;
      std::shared_ptr<void> owner;
    };
    Entry take() noexcept;

    Poller& poller_;
    int event_;
    sync::Mutex mutex_;
    PostedQueue<Entry> waiters_ DIMMA_GUARDED_BY(mutex_);
  };

  GracePeriod grace_;  // outlives the posted waiters
  Poller poller_;
  Posted posted_{poller_};
};

}  // namespace dimma::reactor

#endif
