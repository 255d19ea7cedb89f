#pragma once
// The answers of asynchronous calls, and the thread that ends these calls: it has the replies read, sends forwarded
// requests on, and calls the handlers, one after the other.

#include "base/sync.hpp"

#if !DIMMA_THREADS
#include "orb/state/answer_queue_single_threaded.hpp"
#else

#include <cstdint>
#include <deque>
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
  enum class Counted : std::uint8_t { not_yet, in_progress, over };
  Counted counted_ = Counted::not_yet;  // under the queue's lock
};

class AnswerQueue {
 public:
  AnswerQueue();
  // May be on the queue's own thread.
  ~AnswerQueue();
  AnswerQueue(const AnswerQueue&) = delete;
  AnswerQueue& operator=(const AnswerQueue&) = delete;

  // Starts the thread before anything can be put. Throws NO_RESOURCES, and BAD_INV_ORDER after refuse().
  void open();
  // The call's last reference that its channel had.
  void put(std::shared_ptr<Answered> call) noexcept;

  // The call's request has left its caller; its handler is about to be called. In either order.
  void begun(Answered& call) noexcept;
  void over(Answered& call) noexcept;

  // No call is begun any more.
  void refuse() noexcept;
  bool is_own_thread() const noexcept;
  // Returns when all calls that were begun are over and their handlers have returned; on the queue's own thread it
  // calls them itself.
  void drain() noexcept;
  // After drain(): ends the thread, unless this is it.
  void stop() noexcept;

 private:
  struct State;
  const std::shared_ptr<State> state_;
  sync::Thread thread_;
};

}  // namespace dimma::orb

#endif
