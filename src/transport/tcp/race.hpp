#pragma once
// Several addresses of one endpoint, of which the first that answers is connected to (RFC 8305, clauses 4 and 5).

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

// The first address is tried, and the next each time when one fails or when `attempt_delay` has passed without an
// answer (less where the deadline leaves less for each address). The families take turns. All but the first that
// connects are closed.
class Race {
 public:
  static constexpr std::chrono::milliseconds attempt_delay{250};
  static constexpr std::chrono::milliseconds attempt_delay_min{10};

  // `lingering` closes the connection that is made.
  Race(const Endpoint& to, std::vector<Address> addresses, Deadline deadline, const StreamOptions& options,
       const std::shared_ptr<LingeringSockets>& lingering);

  // Does what can be done without waiting; all of it where the deadline has passed. Empty: an address has been tried
  // that has not answered yet, so finish() or start() has to follow. Throws what set_connection_options() throws.
  std::optional<Connected> begin();

  // Requires that begin() has left it undecided: blocks until it is decided. Throws as begin() does.
  Connected finish();

  // Requires that begin() has left it undecided: goes on in the loop, on whose thread this is called; `done` is called
  // once, there or before this returns. An exception of begin() is a failure here. The loop outlives the race or runs
  // until it has nothing to do.
  void start(boost::asio::io_context& loop, std::function<void(Connected)> done);

  // On the loop's thread: decides it with Status::closed unless it is decided.
  void stop();

 private:
  class Lanes;
  std::shared_ptr<Lanes> lanes_;
};

// In the order to be tried: the first of the resolver's, then one of the other family, and so on.
std::vector<Address> interleaved(const std::vector<Address>& addresses);

// How long an attempt is waited for before the next, when so much time is left and so many addresses are to be tried.
Clock::duration delay_of_next_attempt(Clock::duration left, std::size_t to_try);

}  // namespace dimma::transport
