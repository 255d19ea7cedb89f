#pragma once
// Connects to the first of an endpoint's addresses that answers (RFC 8305, clauses 4 and 5).

#include "transport/socket/address.hpp"
#include "transport/socket/lingering_sockets.hpp"
#include "transport/transport.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace dimma::transport {

// Tries the addresses in order, with alternating families. The next attempt begins when one fails, or `attempt_delay`
// has passed without an answer (less if the deadline leaves less time per address). Closes all sockets except the first
// one that connects.
class Race {
 public:
  static constexpr std::chrono::milliseconds attempt_delay{250};
  static constexpr std::chrono::milliseconds attempt_delay_min{10};

  // `lingering` closes the connection made here.
  Race(const Endpoint& to, std::vector<Address> addresses, Deadline deadline, const StreamOptions& options,
       const std::shared_ptr<LingeringSockets>& lingering);

  // Does everything that can be done without waiting. If an attempt is then in progress, and the deadline has not
  // passed, returns nullopt; finish() or start() has to follow. Throws what set_connection_options() throws.
  std::optional<Connected> begin();

  // Blocks until the race is decided. Requires that begin() has returned nullopt. Throws what begin() throws.
  Connected finish();

  // Continues in the loop; called on the loop's thread. Requires that begin() has returned nullopt. Calls `done` once,
  // on that thread, possibly before this returns. An exception becomes a failure. The loop must outlive the race, or
  // run until it has nothing to do.
  void start(boost::asio::io_context& loop, std::function<void(Connected)> done);

  // Called on the loop's thread: decides the race with Status::closed unless it is already decided.
  void stop();

 private:
  class Lanes;
  std::shared_ptr<Lanes> lanes_;
};

// Returns the addresses in the order to try them, with alternating families, beginning with the resolver's first
// address.
std::vector<Address> interleaved(const std::vector<Address>& addresses);

// Returns how long to wait for an attempt before the next one, given the remaining time and number of addresses.
Clock::duration delay_of_next_attempt(Clock::duration left, std::size_t to_try);

}  // namespace dimma::transport
