#pragma once
// Limits the number of clients of one address, and chooses the client to close when the limit is reached.

#include <chrono>
#include <cstddef>
#include <list>
#include <string>

namespace dimma::inspect {

struct Limits {
  std::size_t connections = 64;
  // Connections from one IP address. Clients of a Unix socket have no address and are limited only by `connections`.
  std::size_t of_one_address = 32;
  // Timeout for the head of the first request, if a token is required and has not been sent.
  std::chrono::milliseconds first_head_time{10'000};
  std::chrono::milliseconds head_time{30'000};   // for other heads, starting at the previous reply
  std::chrono::milliseconds body_time{10'000};   // for the body of a login, starting at its head
  std::chrono::milliseconds reply_time{30'000};  // for a reply, and for each piece of a long reply
};

// The order in which connections are closed to make room for new ones. Among equals, the least recently used one is
// closed first.
enum class MakesRoom { first, afterwards, never };

// The interface of a connection for Places.
class Occupant {
 public:
  Occupant() = default;
  Occupant(const Occupant&) = delete;
  Occupant& operator=(const Occupant&) = delete;

  // Returns whether, and how early, this connection may be closed to make room for a new one.
  virtual MakesRoom makes_room() const noexcept = 0;
  // Returns the peer's address without its port; empty for a Unix socket.
  virtual const std::string& address() const noexcept = 0;
  // Leaves its place at once. The object is destroyed when its pending operation has ended.
  virtual void close() noexcept = 0;

 protected:
  ~Occupant() = default;
};

// Keeps connections in the order of their last use. Not thread-safe. Must not be copied or moved while places are
// taken.
class Places {
 public:
  using Place = std::list<Occupant*>::iterator;

  Place take(Occupant& occupant) { return taken_.insert(taken_.end(), &occupant); }
  // Makes the connection the most recently used one.
  void renew(Place place) noexcept { taken_.splice(taken_.end(), taken_, place); }
  void leave(Place place) noexcept { taken_.erase(place); }
  std::size_t taken() const noexcept { return taken_.size(); }

  // Closes a connection if one more with this address would exceed the limits. Returns false if none may be closed.
  bool make_room(const std::string& address, const Limits& limits) noexcept;
  void close_all() noexcept;

 private:
  // Closes one connection; only one with the address, unless that is nullptr. Returns false if none may be closed.
  bool close_one(const std::string* address) noexcept;

  std::list<Occupant*> taken_;
};

}  // namespace dimma::inspect
