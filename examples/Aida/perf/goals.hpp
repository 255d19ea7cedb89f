#pragma once
// Aida beside what it is made of, in one interleaved run: bare sockets, bare typed calls, and what is asked of it.

#include "perf/gets.hpp"
#include "perf/servers.hpp"

#include "measure/socket_loop.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace perf {

struct Goal {
  std::string what;
  double value = 0;
  double limit = 0;
  bool is_at_most = true;  // or at least
  std::string how;         // the figures that the value is the ratio of

  bool is_met() const noexcept { return is_at_most ? value <= limit : value >= limit; }
};

// Bare servers, which are processes forked off: to be made while this one has one thread.
class BareSockets {
 public:
  explicit BareSockets(std::optional<int> processor) : server_(processor) {}
  std::uint16_t port() const noexcept { return server_.port(); }

 private:
  measure::SocketServer server_;
};

inline constexpr std::size_t many_longs = 1'000'000;

// The medians of each, over the rounds; then what is asked of them.
std::vector<Goal> compare(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& bare_url,
                          const BareSockets& sockets, std::size_t rounds);

// For people: a line each.
void print(const std::vector<Goal>& goals, std::ostream& out);

}  // namespace perf
