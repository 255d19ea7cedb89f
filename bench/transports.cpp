// The time of a call without parameters over each transport and with each way of waiting, compared with a bare loop
// over the same transport.

#include "contenders.hpp"
#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/raw_loop.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <functional>
#include <iostream>
#include <list>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::RawWay;

constexpr const char* operation = "rpc_null_param";
constexpr unsigned shuffle_seed = 2046;

struct Asked {
  std::size_t turns = 21;
  std::size_t iterations = 5000;
};

struct Way {
  const char* transport;
  RawWay raw;
  bool spins;
};
constexpr std::array<Way, 6> ways = {{{"tcp", RawWay::tcp, false},
                                      {"tcp", RawWay::tcp, true},
                                      {"unix", RawWay::unix_socket, false},
                                      {"unix", RawWay::unix_socket, true},
                                      {"shm", RawWay::shared_memory, false},
                                      {"shm", RawWay::shared_memory, true}}};

std::string waiting(const Way& way) { return way.spins ? "spin" : "block"; }

std::string qos_of(const Way& way) {
  return std::string("processing=nullTask,messages=1,transport=") + way.transport + ",wait=" + waiting(way);
}

// A contender. Its server runs only during its turns, because a server that spins would take the processor from the
// others.
struct Runner {
  std::string name;
  measure::Contender* client;
  std::function<void(bool)> let_server_run;
  std::vector<double> p50_us = {};
};

// All processes, two for each runner: omniORB, and for each way the raw loop and dimma.
class Field {
 public:
  explicit Field(const measure::Placement& placement) {
    auto& omni = servers_.emplace_back("omni_time_server", std::vector<std::string>{}, placement.server);
    add("omniORB, tcp", clients_.emplace_back(time_client("omni_time_client", {}, omni, placement.client)), omni);
    for (const Way& way : ways) {
      const std::vector<std::string> qos = {"--qos", qos_of(way)};
      auto& server = servers_.emplace_back("time_server", qos, placement.server);
      const auto name = std::string(way.transport) + ", " + waiting(way);
      auto& raw = raw_loops_.emplace_back(way.raw, way.spins, server.message_sizes(operation), operation, placement);
      add("raw " + name, raw.client(), raw.server());
      add("dimma " + name, clients_.emplace_back(time_client("time_client", qos, server, placement.client)), server);
    }
  }
  ~Field() {
    for (auto& runner : runners_) runner.let_server_run(true);
  }
  Field(const Field&) = delete;
  Field& operator=(const Field&) = delete;

  void turn(std::size_t i, std::size_t calls, bool counts) {
    Runner& runner = runners_[i];
    runner.let_server_run(true);
    const double p50_us = runner.client->run(operation, calls).p50_us;
    runner.let_server_run(false);
    if (counts) runner.p50_us.push_back(p50_us);
  }
  const std::vector<Runner>& runners() const noexcept { return runners_; }

 private:
  template <class Server>
  void add(std::string name, measure::Contender& client, Server& server) {
    runners_.push_back({std::move(name), &client, [&server](bool runs) { runs ? server.resume() : server.pause(); }});
    runners_.back().let_server_run(false);
  }

  std::list<measure::TimeServer> servers_;
  std::list<measure::RawLoop> raw_loops_;
  std::list<measure::Contender> clients_;
  std::vector<Runner> runners_;
};

// The quotient of two contenders' times in the same turn; the median over the turns.
double ratio(const Runner& one, const Runner& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.p50_us.size(); ++i) ratios.push_back(one.p50_us[i] / other.p50_us[i]);
  return measure::median(std::move(ratios));
}

void print(const char* title, const Field& field) {
  measure::TextTable table({title, "p50 us", "of its raw loop", "of omniORB"});
  const auto& runners = field.runners();
  for (std::size_t i = 0; i < runners.size(); ++i) {
    const bool has_limit = i != 0 && i % 2 == 0;
    table.add({runners[i].name, fixed(measure::median(runners[i].p50_us), 2),
               has_limit ? fixed(ratio(runners[i], runners[i - 1]), 3) : "", fixed(ratio(runners[i], runners[0]), 3)});
  }
  table.print(std::cout);
  std::cout << '\n';
}

void measure_at(const char* title, const measure::Placement& placement, const Asked& asked) {
  Field field(placement);
  std::vector<std::size_t> order(field.runners().size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (const std::size_t i : order) field.turn(i, asked.iterations, false);  // warm-up
  std::mt19937 random(shuffle_seed);
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) field.turn(i, asked.iterations, true);
  }
  print(title, field);
}

}  // namespace

int run_transports(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench transports [--turns N] [--iterations N]",
      "Times a call without parameters with Full QoS over TCP, Unix sockets and shared memory, blocking and spinning,\n"
      "each beside a bare loop over the same, and omniORB over TCP, in turns within one run: client and server on\n"
      "different processors. With one processor alone there is nothing to be said of spinning, and it is not "
      "measured.");
  command_line.count("turns", asked.turns, "turns of each (21)")
      .count("iterations", asked.iterations, "calls in a turn (5000)");
  if (!command_line.parse(argc, argv)) return 0;
  if (measure::usable_processors().size() < 2) throw measure::UsageError("two processors are needed");
  measure_at("two processors", measure::apart(), asked);
  std::cout << "Null RPC, Full QoS; medians over " << asked.turns << " turns of " << asked.iterations
            << " calls each. Ratios are those of the p50s of the same turn.\nMachine: " << measure::describe_machine()
            << '\n';
  return 0;
}

}  // namespace bench
