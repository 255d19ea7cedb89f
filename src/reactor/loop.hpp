#pragma once
// The single loop of the single-threaded build: it serves every descriptor of the process that a server waits for.
//
// The thread is in it while it is in ORB::run(), and also while it waits for a reply, so that callbacks are served
// meanwhile: one by one and to the end, the innermost first. The depth is limited: once as many waits are nested as may
// be, a request that arrives is left in its socket until one of them has ended, and a call that is made there ends with
// an exception if its reply does not come soon.

#include "base/deadline.hpp"
#include "reactor/pollable.hpp"
#include "reactor/poller.hpp"
#include "reactor/posted_queue.hpp"

#include <dimma/generated/function_ref.hpp>

#include <memory>
#include <utility>

namespace dimma::reactor {

class Loop {
 public:
  static Loop& instance();
  // Called in the child of a fork: makes another loop the current one. The parent goes on watching the descriptors of
  // the old one.
  static void leave_to_parent();

  Poller& poller() noexcept { return poller_; }

  // Has waiter.readable() called as if its descriptor were readable, unless its owner is forgotten before. `kept` is
  // kept alive as long.
  template <class Owner>
  void post(Waiter& waiter, const Owner& owner, std::shared_ptr<void> kept = nullptr) {
    posted_.push({&waiter, &owner, std::move(kept)});
    ring();
  }
  template <class Owner>
  void forget(const Owner& owner) noexcept {
    posted_.erase_if([&owner](const Posted& posted) { return posted.owner == &owner; });
  }

  // Serves events until `done` returns true.
  void run_until(function_ref<bool()> done);

  // The same within an upcall, or where another's turn must not be long. Returns false if too many such waits are
  // nested for this one to serve, or if there is nothing to serve that could make `done` true.
  bool serve_until(function_ref<bool()> done);

  enum class Awaited : std::uint8_t {
    receive,   // nobody else is to be served: receive from the stream, with the deadline
    readable,  // receive from the stream without waiting: what has come may be nothing for its reader
    served,    // something else was served: what is awaited may have been received meanwhile
    timeout,
    too_deep,  // nobody else may be served, and the stream says nothing: what is awaited may wait for just that
  };
  // Waits for a stream. Serves one of the other sources if they are ready first.
  Awaited await(Pollable& source, Deadline deadline);

  // pending() returns true if a request waits to be served. perform() serves one, and returns true if there was one;
  // `taken` is called before it is served.
  bool pending();
  bool perform(std::chrono::milliseconds limit, function_ref<void()> taken);
  void perform();

  // Polls readable while something waits to be served. Set up at the first call, so that programs without it pay
  // nothing.
  int handle();
  // Serves what is waiting to be served right now, but not for long, and returns.
  void serve_what_waits();

  // True if the thread may wait in a receive call for the connection that has just been served, because no other has
  // had anything to serve for a while.
  bool may_stay() noexcept {
    return staying_ && in_a_row_ >= in_a_row_min && requests_left_ > 0 && requests_left_-- > 0;
  }
  // Has the thread return to the loop after the request that is being served.
  void return_soon() noexcept { requests_left_ = 0; }

  static constexpr int depth_max = 100;
  // The time to wait at the deepest level, where a callback that the reply depends on could not be served.
  static constexpr std::chrono::seconds deepest_wait{2};

 private:
  class Nested;
  class Bell;
  struct Posted {
    Waiter* waiter;
    const void* owner;
    std::shared_ptr<void> kept;
  };

  void ring() noexcept;
  Waiter* take(std::chrono::milliseconds limit, std::shared_ptr<void>& kept);
  void serve(Waiter& next) noexcept;

  Awaited await_deepest(Pollable& source, Deadline deadline) const;
  bool serve_one(std::chrono::milliseconds limit);
  bool nobody_to_serve() const noexcept { return poller_.descriptors() == 0 && posted_.empty(); }

  // After in_a_row_min events in a row of one connection, the thread stays with it for requests_max requests.
  static constexpr unsigned in_a_row_min = 8;
  static constexpr unsigned requests_max = 64;

  Poller poller_;
  PostedQueue<Posted> posted_;
  std::unique_ptr<Bell> bell_;  // makes handle() readable while something is posted
  int depth_ = 0;
  bool staying_ = false;
  const Waiter* last_ = nullptr;
  unsigned in_a_row_ = 0;
  unsigned requests_left_ = 0;
};

}  // namespace dimma::reactor
