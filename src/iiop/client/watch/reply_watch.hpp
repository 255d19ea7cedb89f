#pragma once
// Has the replies of asynchronous calls read, and ends those calls whose deadline has passed. One thread of the ORB
// does this for all connections on which such calls are outstanding; it starts with the first of them. If an
// application runs the ORB, the threads of the application do it.

#include "base/sync/sync.hpp"
#include "iiop/client/watch/expiring.hpp"
#include "reactor/event_loop.hpp"
#include "transport/transport.hpp"

#include <exception>
#include <memory>

namespace dimma::iiop {

// A connection whose replies the watch reads.
class WatchedConnection : public Expiring {
 public:
  // Reads what is there, if the watch still has the lead.
  virtual void read_for_watch() noexcept = 0;
  // Sends octets that there was no room for. Returns true if some are left.
  virtual bool flush() noexcept = 0;
  // Ends the connection at once.
  virtual void shut_down() noexcept = 0;

 protected:
  ~WatchedConnection() = default;
};

class ReplyWatch {
 public:
  // Shared by the watch and a connection.
  class Place;

  ReplyWatch();
  ~ReplyWatch();
  ReplyWatch(const ReplyWatch&) = delete;
  ReplyWatch& operator=(const ReplyWatch&) = delete;

  // Has this loop, which an application serves, used in place of a thread. Called before the first call.
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;

  // Registers a connection, before its first asynchronous call; the place keeps its descriptor's registration. Throws
  // NO_RESOURCES if the system has no thread or no room for it, COMM_FAILURE (COMPLETED_NO) after stop().
  std::shared_ptr<Place> settle(std::weak_ptr<WatchedConnection> connection, transport::Stream& stream);
  // Has the calls of `waiting` expire and end with the others. Throws what settle() throws.
  void attend(std::weak_ptr<Expiring> waiting);
  // Called when the connection ends, with its descriptor still open: the watch gets no more events of that.
  void detach(const std::shared_ptr<Place>& place) noexcept;

  // Has the connection's replies read when they come, or at once if some have been received already. Called with the
  // connection's lead and lock held. Returns false after stop().
  bool look(Place& place, bool has_received) noexcept;
  // Has the connection send the octets that there was no room for, when there is room. Thread safe.
  void flush(Place& place) noexcept;
  // Notes the deadline of a call. Called with a connection's lock held.
  void expire_at(Deadline deadline) noexcept;

  // Ends the outstanding calls with ended(). Idempotent. Must not be called by the watch's own thread.
  void stop() noexcept;
  static std::exception_ptr ended();

 private:
  class State;
  const std::shared_ptr<State> state_;
};

}  // namespace dimma::iiop
