#pragma once
// The answers of asynchronous calls with reply handlers. The queue ends these calls, resends forwarded requests and
// calls the handlers, one at a time. It runs on one thread of the ORB, or on the application's threads if the
// application runs the ORB.

#include "base/sync/sync.hpp"
#include "reactor/event_loop.hpp"

#include <memory>

namespace dimma::orb {

// A call that has been answered.
class Answered {
 public:
  virtual ~Answered() = default;
  // Called once for each put().
  virtual void finish() noexcept = 0;

 private:
  friend class AnswerQueue;
  bool is_counted_ = false;  // guarded by the queue's lock
};

class AnswerQueue {
 public:
  AnswerQueue();
  // May be called on the queue's own thread.
  ~AnswerQueue();
  AnswerQueue(const AnswerQueue&) = delete;
  AnswerQueue& operator=(const AnswerQueue&) = delete;

  // Makes the queue use this loop, which the application runs, instead of a thread. Called before begin().
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;
  // Returns true if the queue's thread has been started.
  bool is_open() const noexcept;

  // Called before the call is sent. The call counts as in progress until over(). Starts the thread if necessary, so
  // that put() never has to. Throws NO_RESOURCES, or BAD_INV_ORDER after refuse().
  void begin(Answered& call);
  // Queues an answered call. The channel does not keep a reference to it.
  void put(std::shared_ptr<Answered> call) noexcept;

  // Called before the call's handler is called, or if the call could not be sent.
  void over(Answered& call) noexcept;

  // Makes all later calls of begin() throw.
  void refuse() noexcept;
  // Returns true if the calling thread is in a handler.
  bool is_own_thread() const noexcept;
  // Returns when all calls are over and their handlers have returned. If called within a handler, it calls the
  // remaining handlers itself.
  void drain() noexcept;
  // Ends the thread, unless called on it. Called after drain().
  void stop() noexcept;
  // Called in the child of a fork, which has neither the thread nor the calls: resets the queue. Returns the old state,
  // which must be kept alive and untouched.
  std::shared_ptr<void> leave();

 private:
  class State;

  // Called with the lock held. Throws NO_RESOURCES.
  void start_thread_locked();

  std::shared_ptr<State> state_;
  sync::Thread thread_;
};

}  // namespace dimma::orb
