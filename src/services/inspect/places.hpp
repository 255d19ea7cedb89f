#pragma once
// The places for the clients of one address, and the choice of the client that makes room if none is left.

#include <chrono>
#include <cstddef>
#include <list>
#include <string>

namespace dimma::inspect {

struct Limits {
  std::size_t connections = 64;
  // For clients with the same IP address. Those of a Unix socket have none and count together up to `connections`.
  std::size_t of_one_address = 32;
  // For the first request's head, if a token is required and has not been sent.
  std::chrono::milliseconds first_head_time{10'000};
  std::chrono::milliseconds head_time{30'000};   // for each other head, from the reply before it on
  std::chrono::milliseconds body_time{10'000};   // for a login's body, from its head on
  std::chrono::milliseconds reply_time{30'000};  // for a reply, and for each piece of a long one
};

// The order of making room. Among equals the one with the oldest last request makes room.
enum class MakesRoom { first, afterwards, never };

// The part of a connection that its place uses.
class Occupant {
 public:
  Occupant() = default;
  Occupant(const Occupant&) = delete;
  Occupant& operator=(const Occupant&) = delete;

  // Returns when it makes room for a new connection.
  virtual MakesRoom makes_room() const noexcept = 0;
  // Returns the peer's address without its port; empty for a Unix socket.
  virtual const std::string& address() const noexcept = 0;
  // Leaves its place at once. The object is destroyed when its operation has ended.
  virtual void close() noexcept = 0;

 protected:
  ~Occupant() = default;
};

// Used by one thread at a time. Neither copied nor moved while a connection has a place.
class Places {
 public:
  using Place = std::list<Occupant*>::iterator;

  Place take(Occupant& occupant) { return taken_.insert(taken_.end(), &occupant); }
  // Makes it the newest.
  void renew(Place place) noexcept { taken_.splice(taken_.end(), taken_, place); }
  void leave(Place place) noexcept { taken_.erase(place); }
  std::size_t taken() const noexcept { return taken_.size(); }

  // Closes another connection if one more with this address needs that. Returns false if none can make room.
  bool make_room(const std::string& address, const Limits& limits) noexcept;
  void close_all() noexcept;

 private:
  // Closes one of all connections, or of those with the address.
  bool close_one(const std::string* address) noexcept;

  std::list<Occupant*> taken_;
};

}  // namespace dimma::inspect
