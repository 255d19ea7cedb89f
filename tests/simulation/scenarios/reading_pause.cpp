// A connection that stops reading while the allowed number of requests is in progress. Requests may end at any moment
// of the pause: the limit is never exceeded, and every message is read.

#include "iiop/server/requests/reading_pause.hpp"
#include "iiop/server/requests/reading_lease.hpp"
#include "simulation/scenario.hpp"
#include "simulation/shared.hpp"

#include <vector>

namespace dimma::simulation {
namespace {

class LimitedConnection {
 public:
  explicit LimitedConnection(int messages) : unread_(messages) {}

  // Reads on the calling thread, which then waits for the requests that it has read.
  void read() {
    std::vector<sync::Thread> requests;
    iiop::ReadingLease lease(side_);
    while (lease && unread_.get() != 0) {
      unread_.set(unread_.get() - 1);
      check(in_progress_.fetch_add(1) == 0, "one request at a time is in progress");
      requests.emplace_back([this] { serve(); });
      if (may_read()) continue;
      lease.put_down();
      pause_.begin();
      if (pause_.end_if([this] { return may_read(); })) lease = iiop::ReadingLease(side_);
    }
    if (lease) {
      is_all_read_ = true;
      lease.put_down();
    }
    for (auto& request : requests) request.join();
  }
  bool is_all_read() const { return is_all_read_; }

 private:
  bool may_read() const { return in_progress_.load() == 0; }
  void serve() {
    in_progress_.fetch_sub(1);
    if (pause_.end_if([this] { return may_read(); })) read();
  }

  iiop::ReadingSide side_;
  iiop::ReadingPause pause_;
  sync::Atomic<int> in_progress_{0};
  Shared<int> unread_;  // guarded by the reading side
  sync::Atomic<bool> is_all_read_{false};
};

const Registered reading_pause_limit("reading_pause.limit", "requests end while their connection begins to rest", [] {
  LimitedConnection connection(3);
  connection.read();
  check(connection.is_all_read(), "every message is read");
});

}  // namespace
}  // namespace dimma::simulation
