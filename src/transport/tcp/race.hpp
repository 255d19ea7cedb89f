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

// Tries the first address, and the next one each time when one fails or when `attempt_delay` has passed without an
// answer (less if the deadline leaves less for each address). The families take turns. Closes all sockets but the first
// that connects.
class Race {
 public:
  static constexpr std::chrono::milliseconds attempt_delay{250};
  static constexpr std::chrono::milliseconds attempt_delay_min{10};

  // `lingering` closes the connection that is made.
  Race(const Endpoint& to, std::vector<Address> addresses, Deadline deadline, const StreamOptions& options,
       const std::shared_ptr<LingeringSockets>& lingering);

  // Does what can be done without waiting; that is all of it if the deadline has passed. Returns nothing if an address
  // has been tried that has not answered yet; finish() or start() has to follow. Throws what set_connection_options()
  // throws.
  std::optional<Connected> begin();

  // Requires that begin() has left it undecided: blocks until it is decided. Throws as begin() does.
  Connected finish();

  // Requires that begin() has left it undecided. Goes on in the loop, on whose thread this is called. Calls `done`
  // once, there or before this returns. An exception of begin() is a failure here. The loop must outlive the race or
  // run until it has nothing to do.
  void start(boost::asio::io_context& loop, std::function<void(Connected)> done);

  // Called on the loop's thread: decides it with Status::closed unless it is decided.
  void stop();

 private:
  class Lanes;
  std::shared_ptr<Lanes> lanes_;
};

// Returns the addresses in the order to be tried: the resolver's first, then one of the other family, and so on.
std::vector<Address> interleaved(const std::vector<Address>& addresses);

// Returns how long to wait for an attempt before the next one, with the time and the number of addresses that are left.
Clock::duration delay_of_next_attempt(Clock::duration left, std::size_t to_try);

}  // namespace dimma::transport
