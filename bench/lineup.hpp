#pragma once
// Those who take part in an experiment: the same calls through a bare socket loop, a peer's ORB and dimma in several
// configurations, a server and a client process each, all alive for the whole run and taking turns in random order.

#include "contenders.hpp"

#include <cstddef>
#include <list>
#include <random>
#include <string>
#include <vector>

namespace bench {

struct Entrant {
  std::string name;
  // Program and options of either end; none for the bare socket loop.
  std::vector<std::string> server;
  std::vector<std::string> client;
};

Entrant bare_socket();
Entrant omniorb();
// dimma with the QoS at both ends. `client_options` are of time_client, beyond that.
Entrant dimma_with(std::string name, const std::string& client_qos, const std::string& server_qos,
                   const std::vector<std::string>& client_options = {});

class Lineup {
 public:
  // Starts them all, each client with so many threads, and lets each warm up for a turn of `calls` calls or more. The
  // bare socket's messages have the sizes given, or those of the Time example's operation.
  Lineup(const std::vector<Entrant>& entrants, const measure::Placement& placement, std::string operation,
         std::size_t threads, std::size_t calls, measure::MessageSizes sizes = {});

  // One turn each; result [i] is that of the i-th entrant. Several calls are always made in the same random order.
  std::vector<measure::Summary> turn(const std::vector<std::size_t>& calls);
  std::vector<measure::Summary> turn(std::size_t calls);
  // All turns of each together.
  std::vector<measure::Summary> whole();

 private:
  std::string operation_;
  std::list<measure::SocketServer> socket_servers_;
  std::list<measure::TimeServer> servers_;
  std::vector<measure::Contender> clients_;
  std::mt19937 random_;
};

// The median over the turns of what `relate` makes of the two entrants' summaries of the same turn.
template <class Relate>
double over_turns(const std::vector<std::vector<measure::Summary>>& turns, std::size_t one, std::size_t other,
                  Relate relate) {
  std::vector<double> values;
  for (const auto& turn : turns) values.push_back(relate(turn[one], turn[other]));
  return measure::median(std::move(values));
}
// The medians over the turns of one entrant.
measure::Summary typical(const std::vector<std::vector<measure::Summary>>& turns, std::size_t entrant);

}  // namespace bench
