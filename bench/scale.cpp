// Many connections to one server, and many objects in one: their cost, and their effect on the time of calls.

#include "contenders.hpp"
#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/machine.hpp"
#include "measure/memory.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iostream>
#include <list>
#include <memory>
#include <numeric>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr const char* operation = "rpc_null_param";

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 4000;
  std::string connections = "100,1000,10000";
  std::string objects = "1,1000,1000000";
};

// A server and the client that is timed.
struct Pair {
  std::string name;
  std::unique_ptr<measure::TimeServer> server;
  std::unique_ptr<measure::Contender> client;
  std::size_t octets_before = 0;  // the server's memory without idle connections
  std::size_t octets_with = 0;
  std::vector<Summary> turns;
};

class Field {
 public:
  Pair& add(std::string name, const std::string& program, const std::vector<std::string>& options) {
    auto& pair = pairs_.emplace_back();
    pair.name = std::move(name);
    pair.server = std::make_unique<measure::TimeServer>(program, options, where_.server);
    return pair;
  }
  void call_by(Pair& pair, const std::string& program, const std::vector<std::string>& options) {
    pair.client = std::make_unique<measure::Contender>(time_client(program, options, *pair.server, where_.client));
    pair.client->run(operation, 200);
  }
  void call_by(Pair& pair, measure::Child client) {
    pair.client = std::make_unique<measure::Contender>(std::move(client));
    pair.client->run(operation, 2000);
  }

  void measure(const Asked& asked) {
    std::vector<Pair*> order;
    for (auto& pair : pairs_) order.push_back(&pair);
    for (std::size_t turn = 0; turn < asked.turns; ++turn) {
      std::shuffle(order.begin(), order.end(), random_);
      for (Pair* const pair : order) pair->turns.push_back(pair->client->run(operation, asked.calls));
    }
  }

  const std::list<Pair>& pairs() const { return pairs_; }
  const measure::Placement& where() const { return where_; }

 private:
  const measure::Placement where_ = measure::apart();
  std::list<Pair> pairs_;
  std::mt19937 random_{2046};
};

// The quotient of the calls per second of two contenders in the same turn; the median over the turns.
double rate_ratio(const Pair& one, const Pair& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.turns.size(); ++i) {
    ratios.push_back(one.turns[i].calls_per_s / other.turns[i].calls_per_s);
  }
  return measure::median(std::move(ratios));
}

void add_row(measure::TextTable& table, const Pair& pair, const Pair& base, std::size_t count) {
  const Summary typical = measure::median_of(pair.turns);
  const double each = count == 0 ? 0
                                 : (static_cast<double>(pair.octets_with) - static_cast<double>(pair.octets_before)) /
                                       static_cast<double>(count);
  table.add({pair.name, count == 0 ? "-" : fixed(each, 0), fixed(typical.p50_us, 1), fixed(typical.p99_us, 1),
             fixed(rate_ratio(pair, base), 3)});
}

struct Peer {
  const char* name;
  const char* server;
  std::vector<std::string> server_options;
  const char* client;
  std::vector<std::string> client_options;
};

// Measures each ORB with a server without other connections, and with one for each number of idle connections.
void measure_connections(const Asked& asked) {
  const std::vector<Peer> peers = {
      {"dimma", "scale_server", {"--dimma-idle", "0s"}, "time_client", {"--qos", "transport=tcp"}},
      {"omniORB", "omni_time_server", {"-ORBscanGranularity", "0"}, "omni_time_client", {}},
  };
  const auto counts = numbers("--connections", asked.connections, 1'000'000);
  Field field;
  std::list<measure::Child> crowds;
  std::vector<std::pair<Pair*, std::size_t>> rows;
  for (const auto& peer : peers) {
    for (std::size_t i = 0; i <= counts.size(); ++i) {
      const std::size_t count = i == 0 ? 0 : counts[i - 1];
      auto& pair = field.add(std::string(peer.name) + ", " + std::to_string(count), peer.server, peer.server_options);
      field.call_by(pair, peer.client, peer.client_options);
      pair.octets_before = measure::private_octets(pair.server->id());
      if (count != 0) {
        auto& crowd = crowds.emplace_back(
            measure::Child::start({measure::program_folder() + "/scale_client", "--reqreply", pair.server->reqreply(),
                                   "--connections", std::to_string(count)}));
        crowd.wait_for_line("ready", std::chrono::seconds(60));
      }
      pair.octets_with = measure::private_octets(pair.server->id());
      rows.emplace_back(&pair, count);
    }
  }
  field.measure(asked);
  measure::TextTable table({"idle connections", "octets each", "p50 us", "p99 us", "rate of that without"});
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t base = i - i % (counts.size() + 1);
    add_row(table, *rows[i].first, *rows[base].first, rows[i].second);
  }
  table.print(std::cout);
  std::cout
      << "Default QoS over TCP; a client calls while the others are quiet. Octets: of the server's own memory.\n\n";
}

void measure_objects(const Asked& asked) {
  const auto counts = numbers("--objects", asked.objects, 10'000'000);
  Field field;
  std::vector<std::pair<Pair*, std::size_t>> rows;
  std::size_t empty = 0;
  for (const std::size_t count : counts) {
    auto& pair = field.add(std::to_string(count), "scale_server", {"--objects", std::to_string(count)});
    if (empty == 0) empty = measure::private_octets(pair.server->id());
    pair.octets_before = empty;
    pair.octets_with = measure::private_octets(pair.server->id());
    field.call_by(pair, measure::Child::start({measure::program_folder() + "/scale_client", "--objects",
                                               pair.server->folder() + "/objects.ior"},
                                              field.where().client));
    rows.emplace_back(&pair, count);
  }
  field.measure(asked);
  measure::TextTable table({"active objects", "octets each", "p50 us", "p99 us", "rate of the first"});
  for (const auto& [pair, count] : rows) add_row(table, *pair, *rows.front().first, count);
  table.print(std::cout);
  std::cout
      << "Default QoS over TCP; each call goes to one of up to 1,000 objects, spread over all, chosen at random.\n"
         "Octets: of the server's own memory, servant included, beyond the first row's server.\n\n";
}

}  // namespace

int run_scale(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench scale [--connections N,...] [--objects N,...] [--turns N] [--calls N]",
      "Times calls without parameters at servers with many idle connections, beside omniORB, and with many objects.");
  command_line.text("connections", asked.connections, "how many idle connections (100,1000,10000)")
      .text("objects", asked.objects, "how many active objects (1,1000,1000000)")
      .count("turns", asked.turns, "turns of each contender (9)")
      .count("calls", asked.calls, "calls in a turn (4000)");
  if (!command_line.parse(argc, argv)) return 0;
  measure_connections(asked);
  measure_objects(asked);
  std::cout << "Medians over " << asked.turns << " turns of " << asked.calls
            << " calls; the ratios are of the same turn.\nMachine: " << measure::describe_machine() << '\n';
  return 0;
}

}  // namespace bench
