#pragma once
// The only loop of the single-threaded build. It serves every descriptor of the process that a server waits for.
//
// The thread is in the loop during ORB::run(), and while it waits for a reply, so that callbacks are served meanwhile:
// one at a time, each to its end, the innermost first. The depth is limited. When the maximum number of waits is
// nested, a request that arrives stays in its socket until one of the waits has ended, and a call that is made there
// throws an exception if its reply does not arrive soon.

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
  // Called in the child of a fork. Makes another loop the current one. The parent continues to watch the descriptors of
  // the old one.
  static void leave_to_parent();

  Poller& poller() noexcept { return poller_; }

  // Makes the loop call waiter.readable(), as if its descriptor were readable, unless forget(owner) is called before.
  // `kept` is kept alive until then.
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

  // Like run_until(), within an upcall, or in a turn of the loop that must be short. Returns false if too many waits
  // are nested to serve events in this one, or if no event could make `done` return true.
  bool serve_until(function_ref<bool()> done);

  enum class Awaited : std::uint8_t {
    receive,   // nothing else has to be served: receive from the stream, with the deadline
    readable,  // receive from the stream without waiting; there may be nothing for its reader
    served,    // something else was served, which may have received the awaited message
    timeout,
    too_deep,  // the stream is silent, perhaps because it waits for something that cannot be served at this depth
  };
  // Waits for a stream. Serves another source if that is ready first.
  Awaited await(Pollable& source, Deadline deadline);

  // pending() returns true if an event waits to be served. perform() calls `taken` and serves an event, and returns
  // true if there was one.
  bool pending();
  bool perform(std::chrono::milliseconds limit, function_ref<void()> taken);
  void perform();

  // Returns a descriptor that polls readable while an event waits to be served. It is set up at the first call, so that
  // programs that do not use it pay nothing.
  int handle();
  // Serves pending events, at most requests_max of them.
  void serve_what_waits();

  // True if the thread may wait in a receive call for the connection that has just been served, because no other
  // connection has had an event for a while.
  bool may_stay() noexcept {
    return staying_ && in_a_row_ >= in_a_row_min && requests_left_ > 0 && requests_left_-- > 0;
  }
  // Makes the thread return to the loop after the request that is being served.
  void return_soon() noexcept { requests_left_ = 0; }

  static constexpr int depth_max = 100;
  // The time to wait for a reply at the deepest level, where a callback that the reply depends on cannot be served.
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

  // After in_a_row_min events in a row of one connection, the thread stays with that connection for requests_max
  // requests.
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
