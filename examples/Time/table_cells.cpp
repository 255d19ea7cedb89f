#include "table_cells.hpp"

#include "common/references.hpp"
#include "common/run_program.hpp"
#include "measure/socket_loop.hpp"
#include "measure/time_server.hpp"
#include "time_operations.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>

namespace {

using measure::MessageSizes;
using measure::Times;

constexpr std::size_t warm_up_calls = 500;
constexpr std::size_t turns_max = 10;
constexpr unsigned shuffle_seed = 2046;

// A contender, which is measured for one cell of the table.
struct Contender {
  Cell cell;
  measure::TurnOperation operation;
  Times times;
  measure::TimeServer* runs_in_turns = nullptr;  // a server that is stopped between its turns; null: it always runs
};

class Turn {
 public:
  explicit Turn(Contender& contender) : server_(contender.runs_in_turns) {
    if (server_ != nullptr) server_->resume();
  }
  ~Turn() {
    if (server_ != nullptr) server_->pause();
  }
  Turn(const Turn&) = delete;
  Turn& operator=(const Turn&) = delete;

 private:
  measure::TimeServer* server_;
};

std::vector<Contender> socket_contenders(std::vector<std::unique_ptr<measure::SocketClient>>& clients,
                                         std::uint16_t port, const measure::TimeServer& server,
                                         std::size_t iterations) {
  std::vector<Contender> contenders;
  for (const std::string operation : measure::time_operations) {
    const MessageSizes sizes = server.message_sizes(operation);
    clients.push_back(std::make_unique<measure::SocketClient>(port, sizes));
    measure::SocketClient* const client = clients.back().get();
    contenders.push_back({{"socket", operation, {}, sizes},
                          {[client] { client->call(); }, [client] { client->drain(); }},
                          Times(iterations),
                          nullptr});
  }
  return contenders;
}

// Each contender makes its share of the calls in each turn, in a different order each time.
void take_turns(std::vector<Contender*> contenders, std::size_t iterations) {
  for (Contender* const contender : contenders) {
    const Turn in_turn(*contender);
    for (std::size_t i = 0; i < warm_up_calls; ++i) contender->operation.call();
    contender->operation.drain();
  }
  std::mt19937 random(shuffle_seed);
  const std::size_t turns = std::min(iterations, turns_max);
  for (std::size_t turn = 0; turn < turns; ++turn) {
    const std::size_t calls = iterations * (turn + 1) / turns - iterations * turn / turns;
    std::shuffle(contenders.begin(), contenders.end(), random);
    for (Contender* const contender : contenders) {
      const Turn in_turn(*contender);
      contender->times.take(calls, contender->operation.call);
      contender->operation.drain();
    }
  }
}

std::vector<Cell> summarise(const std::vector<Contender>& contenders) {
  std::vector<Cell> cells;
  for (const Contender& contender : contenders) {
    cells.push_back(contender.cell);
    cells.back().gross = contender.times.summarise();
  }
  return cells;
}

}  // namespace

namespace {

// The server processes, one for each QoS.
class Servers {
 public:
  explicit Servers(std::optional<int> processor) : processor_(processor) {}

  measure::TimeServer& with(const std::string& qos) {
    auto& server = servers_[qos];
    const std::vector<std::string> options =
        qos.empty() ? std::vector<std::string>{} : std::vector<std::string>{"--qos", qos};
    if (!server) server = std::make_unique<measure::TimeServer>("time_server", options, processor_);
    return *server;
  }
  void stop() {
    for (const auto& [qos, server] : servers_) server->stop();
  }

 private:
  std::optional<int> processor_;
  std::map<std::string, std::unique_ptr<measure::TimeServer>> servers_;
};

// True if the row's server spins. Such a server takes a processor from the others, so that it is stopped between its
// turns.
bool spins(const Row& row) { return std::string(row.server).find("wait=spin") != std::string::npos; }

std::unique_ptr<TimeBindings> bind_row(const IDL::traits<CORBA::ORB>::ref_type& orb, const Row& row,
                                       const measure::TimeServer& server) {
  return std::make_unique<TimeBindings>(resolve<TestReqReply>(orb, "reqreply", server.reqreply()),
                                        resolve<TestOneway>(orb, "oneway", server.oneway()),
                                        dimma::EngineeringQoS::parse(row.client));
}

}  // namespace

Measured measure_table(std::size_t iterations, int argc, char** argv) {
  const measure::Placement placement = measure::apart();
  measure::SocketServer socket_server(placement.server);
  Servers servers(placement.server);
  for (const Row& row : rows) servers.with(row.server);
  const measure::Pinned pinned(placement.client);

  auto orb = CORBA::ORB_init(argc, argv);
  Measured measured;
  {
    std::vector<std::unique_ptr<measure::SocketClient>> clients;
    std::vector<Contender> baseline = socket_contenders(clients, socket_server.port(), servers.with(""), iterations);
    std::vector<std::unique_ptr<TimeBindings>> bindings;
    std::vector<Contender> contenders;
    for (const Row& row : rows) {
      measure::TimeServer& server = servers.with(row.server);
      bindings.push_back(bind_row(orb, row, server));
      const measure::TimeOperations operations = bindings.back()->operations();
      for (const std::string operation : measure::time_operations) {
        contenders.push_back({{row.name, operation, {}, server.message_sizes(operation)},
                              operations.at(operation),
                              Times(iterations),
                              spins(row) ? &server : nullptr});
      }
      if (spins(row)) server.pause();
    }
    std::vector<Contender*> all;
    for (Contender& contender : baseline) all.push_back(&contender);
    for (Contender& contender : contenders) all.push_back(&contender);
    take_turns(all, iterations);
    measured = {summarise(contenders), summarise(baseline), placement};
    for (const Row& row : rows) {
      if (spins(row)) servers.with(row.server).resume();
    }
  }
  orb->destroy();
  servers.stop();
  socket_server.stop();
  return measured;
}
