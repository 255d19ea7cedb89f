#pragma once
// The answers of asynchronous calls with reply handlers. These calls are ended, their forwarded requests sent on and
// their handlers called one after the other: by one thread of the ORB, or, where an application runs the ORB, by the
// application's threads.

#include "base/sync/sync.hpp"
#include "reactor/event_loop.hpp"

#include <memory>

namespace dimma::orb {

// A call whose answer has come.
class Answered {
 public:
  virtual ~Answered() = default;
  // Once for each put().
  virtual void finish() noexcept = 0;

 private:
  friend class AnswerQueue;
  bool is_counted_ = false;  // guarded by the lock of the queue
};

class AnswerQueue {
 public:
  AnswerQueue();
  // May be on the queue's own thread.
  ~AnswerQueue();
  AnswerQueue(const AnswerQueue&) = delete;
  AnswerQueue& operator=(const AnswerQueue&) = delete;

  // An application serves this loop: there is no thread. Before begin().
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;
  // True if there is a thread.
  bool is_open() const noexcept;

  // The call is about to be sent, and counts as in progress until it is over. Starts the thread before anything can be
  // put. Throws NO_RESOURCES, and BAD_INV_ORDER after refuse().
  void begin(Answered& call);
  // The call's last reference that its channel had.
  void put(std::shared_ptr<Answered> call) noexcept;

  // Its handler is about to be called, or it could not be sent.
  void over(Answered& call) noexcept;

  // From now on no call can begin.
  void refuse() noexcept;
  // True if the calling thread calls a handler.
  bool is_own_thread() const noexcept;
  // Returns when all calls that were begun are over and their handlers have returned; within a handler it calls the
  // others itself.
  void drain() noexcept;
  // After drain(): ends the thread, unless this is it.
  void stop() noexcept;
  // In the child of a fork, which has neither the thread nor the calls: begins anew. The old state, which it
  // returns, must be kept untouched.
  std::shared_ptr<void> leave();

 private:
  class State;

  // With the lock. Throws NO_RESOURCES.
  void start_thread_locked();

  std::shared_ptr<State> state_;
  sync::Thread thread_;
};

}  // namespace dimma::orb
