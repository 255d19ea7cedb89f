#pragma once
// Reads the replies of asynchronous calls: one thread of the ORB, for all connections that such calls are outstanding
// on. It begins with the first of these calls.

#include "base/sync.hpp"

#if !DIMMA_THREADS
#include "iiop/client/reply_watch_single_threaded.hpp"
#else

#include "transport/event_flag.hpp"
#include "transport/poller.hpp"
#include "transport/transport.hpp"

#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace dimma::iiop {

class SharedConnection;

class ReplyWatch {
 public:
  // What the watch knows of a connection that it has looked at, and the connection of itself.
  struct Place;

  ReplyWatch();
  ~ReplyWatch();
  ReplyWatch(const ReplyWatch&) = delete;
  ReplyWatch& operator=(const ReplyWatch&) = delete;

  // Before a request is sent. Throws NO_RESOURCES when the system has no thread, COMM_FAILURE (COMPLETED_NO) after
  // stop().
  void start();
  // The connection's lead is the watch's, or a call of its has an earlier deadline than those before: the thread comes
  // and looks. False after stop().
  bool look(std::weak_ptr<SharedConnection> connection) noexcept;
  // The connection ends: nothing of its descriptor, which it still has open, comes to the watch any more.
  void detach(Place& place) noexcept;
  // The calls that are outstanding end with ended(). Idempotent; not by the thread itself.
  void stop() noexcept;
  static std::exception_ptr ended();

 private:
  struct Bell;
  struct Waiting;

  void run() noexcept;
  void look_at_those_that_ask();
  std::shared_ptr<Place> settle(const std::weak_ptr<SharedConnection>& asks, SharedConnection& connection) noexcept;
  void serve(Place& place) noexcept;
  transport::Deadline expire_all() noexcept;

  sync::Mutex mutex_;
  bool stopped_ = false;
  std::vector<std::weak_ptr<SharedConnection> > asking_;
  std::unique_ptr<Waiting> waiting_;  // made by start(); the flag in it under the lock, the rest the thread's
  sync::Thread thread_;
};

}  // namespace dimma::iiop

#endif
