#pragma once
// The places for clients of one address that is listened at, and who makes room when there is none left.

#include <chrono>
#include <cstddef>
#include <list>
#include <string>

namespace dimma::inspect {

struct Limits {
  std::size_t connections = 64;
  // With the same IP address. Those of a Unix socket have none and count together up to `connections`.
  std::size_t of_one_address = 32;
  // For the first request's head, where a token is asked for and has not been shown.
  std::chrono::milliseconds first_head_time{10'000};
  std::chrono::milliseconds head_time{30'000};  // for each other head, from the reply before it on
  std::chrono::milliseconds body_time{10'000};  // for a login's body, from its head on
  std::chrono::milliseconds reply_time{30'000};
};

// If several could make room at the same time, the one with the oldest last request does.
enum class MakesRoom { first, afterwards, never };

// A connection as its place sees it.
class Occupant {
 public:
  Occupant() = default;
  Occupant(const Occupant&) = delete;
  Occupant& operator=(const Occupant&) = delete;

  // When it has to make room for a new connection.
  virtual MakesRoom makes_room() const noexcept = 0;
  // The peer's address without its port; empty for a Unix socket.
  virtual const std::string& address() const noexcept = 0;
  // Leaves its place at once; the object ends when its operation has.
  virtual void close() noexcept = 0;

 protected:
  ~Occupant() = default;
};

// One thread at a time. Neither copied nor moved while a connection has a place.
class Places {
 public:
  using Place = std::list<Occupant*>::iterator;

  Place take(Occupant& occupant) { return taken_.insert(taken_.end(), &occupant); }
  // It is the newest from now on.
  void renew(Place place) noexcept { taken_.splice(taken_.end(), taken_, place); }
  void leave(Place place) noexcept { taken_.erase(place); }
  std::size_t taken() const noexcept { return taken_.size(); }

  // Closes another connection if that is needed for one more with this address. False: none makes room.
  bool make_room(const std::string& address, const Limits& limits) noexcept;
  void close_all() noexcept;

 private:
  // Closes one of all connections, or of those with the address.
  bool close_one(const std::string* address) noexcept;

  std::list<Occupant*> taken_;
};

}  // namespace dimma::inspect
