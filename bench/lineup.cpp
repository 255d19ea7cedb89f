#include "lineup.hpp"

#include <algorithm>
#include <numeric>

namespace bench {

namespace {

constexpr unsigned shuffle_seed = 2046;

std::vector<std::string> options_of(const std::vector<std::string>& program) {
  return {program.begin() + 1, program.end()};
}

}  // namespace

Entrant bare_socket() { return {"bare socket", {}, {}}; }

Entrant omniorb() { return {"omniORB", {"omni_time_server"}, {"omni_time_client"}}; }

Entrant dimma_with(std::string name, const std::string& client_qos, const std::string& server_qos,
                   const std::vector<std::string>& client_options) {
  Entrant entrant{std::move(name), {"time_server", "--qos", server_qos}, {"time_client", "--qos", client_qos}};
  entrant.client.insert(entrant.client.end(), client_options.begin(), client_options.end());
  return entrant;
}

Lineup::Lineup(const std::vector<Entrant>& entrants, const measure::Placement& placement, std::string operation,
               std::size_t threads, std::size_t calls, measure::MessageSizes sizes)
    : operation_(std::move(operation)), random_(shuffle_seed) {
  // The bare sockets' server starts first: it is a fork of this process, which must have one thread only.
  socket_servers_.emplace_back(placement.server);
  for (const Entrant& entrant : entrants) {
    if (entrant.server.empty()) continue;
    auto& server = servers_.emplace_back(entrant.server[0], options_of(entrant.server), placement.server);
    if (sizes.request == 0 && entrant.server[0] == "time_server") sizes = server.message_sizes(operation_);
  }
  auto server = servers_.begin();
  for (const Entrant& entrant : entrants) {
    if (entrant.client.empty()) {
      clients_.push_back(socket_client(socket_servers_.front(), operation_, sizes, placement.client, threads));
      continue;
    }
    auto options = options_of(entrant.client);
    options.insert(options.end(), {"--threads", std::to_string(threads)});
    clients_.push_back(time_client(entrant.client[0], options, *server++, placement.client));
  }
  for (auto& client : clients_) warm_up(client, operation_, calls);
}

std::vector<measure::Summary> Lineup::turn(std::size_t calls) {
  return turn(std::vector<std::size_t>(clients_.size(), calls));
}

std::vector<measure::Summary> Lineup::turn(const std::vector<std::size_t>& calls) {
  std::vector<std::size_t> order(clients_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::shuffle(order.begin(), order.end(), random_);
  std::vector<measure::Summary> results(clients_.size());
  for (const std::size_t i : order) results[i] = clients_[i].run(operation_, calls[i]);
  return results;
}

std::vector<measure::Summary> Lineup::whole() {
  std::vector<measure::Summary> results;
  for (auto& client : clients_) results.push_back(client.whole(operation_));
  return results;
}

measure::Summary typical(const std::vector<std::vector<measure::Summary>>& turns, std::size_t entrant) {
  std::vector<measure::Summary> own;
  for (const auto& turn : turns) own.push_back(turn[entrant]);
  return measure::median_of(own);
}

}  // namespace bench
