#pragma once
// Compares Aida with its lower layers, bare sockets and bare typed calls, in one interleaved run, and checks its goals.

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
  bool is_at_most = true;  // false: the limit is a minimum
  std::string how;         // the figures whose ratio the value is

  bool is_met() const noexcept { return is_at_most ? value <= limit : value >= limit; }
};

// A bare server, which is a fork of this process. This process must have one thread only.
class BareSockets {
 public:
  explicit BareSockets(std::optional<int> processor) : server_(processor) {}
  std::uint16_t port() const noexcept { return server_.port(); }

 private:
  measure::SocketServer server_;
};

inline constexpr std::size_t many_longs = 1'000'000;

// Measures the medians of all contenders over the rounds, and returns the goals with their values.
std::vector<Goal> compare(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& bare_url,
                          const BareSockets& sockets, std::size_t rounds);

// Prints a line for each goal.
void print(const std::vector<Goal>& goals, std::ostream& out);

}  // namespace perf
