#pragma once
// Has the replies of asynchronous calls read, and ends those calls whose deadline has passed: by one thread of the ORB
// for all connections on which such calls are outstanding, which begins with the first of them; or, where an
// application runs the ORB, by the threads of the application.

#include "base/sync/sync.hpp"
#include "iiop/client/expiring.hpp"
#include "reactor/event_loop.hpp"
#include "transport/transport.hpp"

#include <exception>
#include <memory>

namespace dimma::iiop {

class SharedConnection;

class ReplyWatch {
 public:
  // Shared by the watch and a connection.
  class Place;

  ReplyWatch();
  ~ReplyWatch();
  ReplyWatch(const ReplyWatch&) = delete;
  ReplyWatch& operator=(const ReplyWatch&) = delete;

  // An application serves this loop: there is no thread. Before the first call.
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;

  // Before the first asynchronous call of a connection; the place keeps its descriptor's registration. Throws
  // NO_RESOURCES when the system has no thread or no room for it, COMM_FAILURE (COMPLETED_NO) after stop().
  std::shared_ptr<Place> settle(std::weak_ptr<SharedConnection> connection, transport::Stream& stream);
  // Has its calls expire and end with the others. Throws as settle().
  void attend(std::weak_ptr<Expiring> waiting);
  // The connection ends: the watch no longer gets events of its descriptor, which is still open.
  void detach(const std::shared_ptr<Place>& place) noexcept;

  // From now on the connection's replies are read when they come, or at once if some have been received already.
  // Called with the connection's lead and its lock. Returns false after stop().
  bool look(Place& place, bool has_received) noexcept;
  // The connection has octets to send that there was no room for: it is told when there is. From any thread.
  void flush(Place& place) noexcept;
  // A call has this deadline. Under a connection's lock.
  void expire_at(Deadline deadline) noexcept;

  // The calls that are outstanding end with ended(). Idempotent; not by the watch's own thread.
  void stop() noexcept;
  static std::exception_ptr ended();

 private:
  class State;
  const std::shared_ptr<State> state_;
};

}  // namespace dimma::iiop
