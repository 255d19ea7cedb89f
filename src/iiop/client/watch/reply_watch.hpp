#pragma once
// Reads the replies to asynchronous calls, and ends the calls whose deadline has passed. One thread of the ORB does
// this for all connections on which asynchronous calls are outstanding. It starts with the first such call. If an
// application runs the ORB, the application's threads do this instead.

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
  // Reads the octets that have arrived, if the watch still has the lead.
  virtual void read_for_watch() noexcept = 0;
  // Sends octets that the stream did not take before. Returns true if some are left.
  virtual bool flush() noexcept = 0;
  // Ends the connection at once.
  virtual void shut_down() noexcept = 0;

 protected:
  ~WatchedConnection() = default;
};

class ReplyWatch {
 public:
  // The registration of a connection, shared by the watch and the connection.
  class Place;

  ReplyWatch();
  ~ReplyWatch();
  ReplyWatch(const ReplyWatch&) = delete;
  ReplyWatch& operator=(const ReplyWatch&) = delete;

  // Makes the watch use this loop, which an application serves, instead of a thread. Called before the first call.
  void run_by(std::shared_ptr<reactor::EventLoop> loop) noexcept;

  // Registers a connection before its first asynchronous call. The place keeps the connection's descriptor registered.
  // Throws NO_RESOURCES if the system has no thread or no room for the registration, COMM_FAILURE (COMPLETED_NO) after
  // stop().
  std::shared_ptr<Place> settle(std::weak_ptr<WatchedConnection> connection, transport::Stream& stream);
  // Registers `waiting`, whose calls then expire and end like those of connections. Throws what settle() throws.
  void attend(std::weak_ptr<Expiring> waiting);
  // Called when the connection ends, with its descriptor still open. The watch gets no more events of the descriptor.
  void detach(const std::shared_ptr<Place>& place) noexcept;

  // Makes the watch read the connection's replies when they arrive, or at once if some have been received already.
  // Called with the connection's lead and lock held. Returns false after stop().
  bool look(Place& place, bool has_received) noexcept;
  // Makes the connection send its kept octets when there is room. Thread-safe.
  void flush(Place& place) noexcept;
  // Records the deadline of a call. Called with a connection's lock held.
  void expire_at(Deadline deadline) noexcept;

  // Ends the outstanding calls with ended(). Idempotent. Must not be called by the watch's own thread.
  void stop() noexcept;
  static std::exception_ptr ended();

 private:
  class State;
  const std::shared_ptr<State> state_;
};

}  // namespace dimma::iiop
