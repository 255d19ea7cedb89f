#pragma once
// The entrants of an experiment make the same calls through a bare socket loop, a peer's ORB and dimma in several
// configurations. Each is a server and a client process; all live for the whole run and take turns in random order.

#include "contenders.hpp"

#include <cstddef>
#include <list>
#include <random>
#include <string>
#include <vector>

namespace bench {

struct Entrant {
  std::string name;
  // The program and its options; empty for the bare socket loop.
  std::vector<std::string> server;
  std::vector<std::string> client;
};

Entrant bare_socket();
Entrant omniorb();
// dimma with a QoS at each end. `client_options` are further options of time_client.
Entrant dimma_with(std::string name, const std::string& client_qos, const std::string& server_qos,
                   const std::vector<std::string>& client_options = {});

class Lineup {
 public:
  // Starts all entrants, each client with `threads` threads, and warms each up for a turn of `calls` calls or more. The
  // bare socket's messages have the given sizes, or those of the Time example's operation.
  Lineup(const std::vector<Entrant>& entrants, const measure::Placement& placement, std::string operation,
         std::size_t threads, std::size_t calls, measure::MessageSizes sizes = {});

  // Runs a turn of each entrant; result [i] is that of the i-th. The sequence of random orders is the same in each run.
  std::vector<measure::Summary> turn(const std::vector<std::size_t>& calls);
  std::vector<measure::Summary> turn(std::size_t calls);
  // The figures of all turns of each entrant together.
  std::vector<measure::Summary> whole();

 private:
  std::string operation_;
  std::list<measure::SocketServer> socket_servers_;
  std::list<measure::TimeServer> servers_;
  std::vector<measure::Contender> clients_;
  std::mt19937 random_;
};

// The median over the turns of `relate`'s result for the two entrants' summaries of the same turn.
template <class Relate>
double over_turns(const std::vector<std::vector<measure::Summary>>& turns, std::size_t one, std::size_t other,
                  Relate relate) {
  std::vector<double> values;
  for (const auto& turn : turns) values.push_back(relate(turn[one], turn[other]));
  return measure::median(std::move(values));
}
// The medians of an entrant's figures over the turns.
measure::Summary typical(const std::vector<std::vector<measure::Summary>>& turns, std::size_t entrant);

}  // namespace bench
