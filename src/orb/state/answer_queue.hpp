#pragma once
// The answers of asynchronous calls with reply handlers. The queue ends these calls, sends forwarded requests on and
// calls the handlers, one after the other: on one thread of the ORB, or on the application's threads if an application
// runs the ORB.

#include "base/sync/sync.hpp"
#include "reactor/event_loop.hpp"

#include <memory>

namespace dimma::orb {

// A call whose answer has come.
class Answered {
 public:
  virtual ~Answered() = default;
  // Called once for each put().
  virtual void finish() noexcept = 0;

 private:
  friend class AnswerQueue;
  bool is_counted_ = false;  // guarded by the lock of the queue
};

class AnswerQueue {
 public:
  AnswerQueue();
  // May run on the queue's own thread.
  ~AnswerQueue();
  AnswerQueue(const AnswerQueue&) = delete;
  AnswerQueue& operator=(const AnswerQueue&) = delete;

  // Has an application serve this loop, so that there is no thread. Called before begin().
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;
  // True if there is a thread.
  bool is_open() const noexcept;

  // Called when the call is about to be sent; it counts as in progress until it is over. Starts the thread before
  // anything can be put. Throws NO_RESOURCES, and BAD_INV_ORDER after refuse().
  void begin(Answered& call);
  // Takes the last reference to the call that its channel had.
  void put(std::shared_ptr<Answered> call) noexcept;

  // Called when its handler is about to be called, or when it could not be sent.
  void over(Answered& call) noexcept;

  // Lets no call begin from now on.
  void refuse() noexcept;
  // True if the calling thread is calling a handler.
  bool is_own_thread() const noexcept;
  // Returns when all calls that were begun are over and their handlers have returned. Within a handler it calls the
  // others itself.
  void drain() noexcept;
  // Called after drain(): ends the thread, unless this is it.
  void stop() noexcept;
  // Called in the child of a fork, which has neither the thread nor the calls: begins anew. The old state, which it
  // returns, must be kept untouched.
  std::shared_ptr<void> leave();

 private:
  class State;

  // Requires the lock. Throws NO_RESOURCES.
  void start_thread_locked();

  std::shared_ptr<State> state_;
  sync::Thread thread_;
};

}  // namespace dimma::orb
