// Many clients at once: calls per second with several in progress on each connection, the time of a call at a given
// load, and thousands of connections that are all in use. Only the servers differ: one client program calls dimma and a
// bare server with the same octets.

#include "contenders.hpp"
#include "experiment.hpp"
#include "many_contenders.hpp"
#include "many_messages.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <list>
#include <memory>
#include <random>
#include <utility>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr double rate_goal = 0.85;
constexpr double tail_goal = 1.2;
constexpr unsigned shuffle_seed = 2046;

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 20'000;
  std::string clients = "1,8,64";
  std::string connections = "1000,10000";
  std::size_t depth = 16;
  std::size_t window = 64;
  std::size_t load = 70;
  std::size_t threads = 0;
  std::string server_qos;
  bool json = false;
};

// A server and its clients.
struct Side {
  std::unique_ptr<measure::TimeServer> dimma = {};
  measure::Child bare = {};
  std::optional<measure::Contender> clients = {};
  std::vector<Summary> fast = {};    // turns at the server's highest rate
  std::vector<Summary> loaded = {};  // turns at a share of the bare server's rate
};

// The measurements with one number of connections.
struct Row {
  std::size_t connections = 0;
  bool in_turn = false;  // one call after the other on each
  std::size_t threads = 0;
  double asked_rate = 0;  // in the loaded turns; 0: none are made
  Side bare = {};
  Side dimma = {};
};

// The number of the server's threads that serve requests.
std::size_t pool_of(pid_t server) {
  std::size_t count = 0;
  for (const auto& task : std::filesystem::directory_iterator("/proc/" + std::to_string(server) + "/task")) {
    std::ifstream in(task.path() / "comm");
    std::string name;
    std::getline(in, name);
    if (name == "dimma-server") ++count;
  }
  return std::max<std::size_t>(count, 1);
}

void warm_up(Side& side, const std::string& turn, std::size_t calls) {
  measure::warm_up([&] { return side.clients->run(turn, std::max<std::size_t>(calls / 8, 1)).p50_us; }, 8, 24);
}

// Starts dimma first, because the bare server gets as many threads as dimma's pool has after the warm-up.
void start(Row& row, const std::string& turn, const Asked& asked) {
  const measure::Placement where = measure::apart();
  std::vector<std::string> options = {"--dimma-idle", "0s"};
  if (!asked.server_qos.empty()) options.insert(options.end(), {"--qos", asked.server_qos});
  row.dimma.dimma = std::make_unique<measure::TimeServer>("time_server", options, where.server);
  row.dimma.clients.emplace(many_clients({"--reference", row.dimma.dimma->reqreply()}, row.connections, where.client));
  warm_up(row.dimma, turn, asked.calls);
  row.threads = asked.threads != 0 ? asked.threads : pool_of(row.dimma.dimma->id());
  auto bare = many_bare_server(row.dimma.dimma->message_sizes("rpc_null_param").request, row.threads, where.server);
  row.bare.bare = std::move(bare.process);
  row.bare.clients.emplace(many_clients(bare.where, row.connections, where.client));
  warm_up(row.bare, turn, asked.calls);
}

void take_turns(Row& row, const std::string& turn, std::size_t calls, std::size_t turns,
                std::vector<Summary> Side::*into) {
  std::mt19937 random(shuffle_seed);
  std::array<Side*, 2> order = {&row.bare, &row.dimma};
  for (std::size_t i = 0; i < turns; ++i) {
    std::shuffle(order.begin(), order.end(), random);
    for (Side* const side : order) (side->*into).push_back(side->clients->run(turn, calls));
  }
}

// The quotient of dimma's figure and the bare server's of the same turn; the median over the turns.
double ratio(const Row& row, std::vector<Summary> Side::*turns, double Summary::*figure) {
  std::vector<double> ratios;
  const auto& dimma = row.dimma.*turns;
  const auto& bare = row.bare.*turns;
  for (std::size_t i = 0; i < dimma.size(); ++i) ratios.push_back(dimma[i].*figure / bare[i].*figure);
  return measure::median(std::move(ratios));
}

void measure_row(Row& row, const Asked& asked) {
  const std::string turn =
      row.in_turn ? "round-" + std::to_string(asked.window) : "pipelined-" + std::to_string(asked.depth);
  start(row, turn, asked);
  take_turns(row, turn, asked.calls, asked.turns, &Side::fast);
  const double rate = measure::median_of(row.bare.fast).calls_per_s * static_cast<double>(asked.load) / 100;
  row.asked_rate = std::max(rate, 1.0);
  take_turns(row, "at-" + fixed(row.asked_rate, 0), asked.calls, asked.turns, &Side::loaded);
  for (Side* const side : {&row.bare, &row.dimma}) {
    side->clients.reset();
    side->bare = {};
    side->dimma.reset();
  }
}

const char* met(bool is_met) { return is_met ? "met" : "missed"; }

std::string name_of(const Row& row) {
  return std::to_string(row.connections) + (row.in_turn            ? " connections in turn"
                                            : row.connections == 1 ? " client"
                                                                   : " clients");
}

void print_row(const Row& row, const Asked& asked) {
  const std::string at = " at " + std::to_string(asked.load) + " %";
  measure::TextTable table({name_of(row), "calls/s", "rate of bare", "asked" + at, "had", "p50 us" + at, "p99 us",
                            "p99.9 us", "p99.9 of bare"});
  for (const Side* const side : {&row.bare, &row.dimma}) {
    const Summary fast = measure::median_of(side->fast);
    const Summary loaded = measure::median_of(side->loaded);
    const bool is_bare = side == &row.bare;
    table.add({is_bare
                   ? "bare epoll server, " + std::to_string(row.threads) + (row.threads == 1 ? " thread" : " threads")
                   : "dimma",
               fixed(fast.calls_per_s, 0), is_bare ? "1" : fixed(ratio(row, &Side::fast, &Summary::calls_per_s), 3),
               fixed(row.asked_rate, 0), fixed(loaded.calls_per_s, 0), fixed(loaded.p50_us, 1), fixed(loaded.p99_us, 1),
               fixed(loaded.p999_us, 1), is_bare ? "1" : fixed(ratio(row, &Side::loaded, &Summary::p999_us), 3)});
  }
  table.print(std::cout);
  const double rate = ratio(row, &Side::fast, &Summary::calls_per_s);
  const double tail = ratio(row, &Side::loaded, &Summary::p999_us);
  std::cout << "goals: rate at least " << fixed(rate_goal, 2) << " of the bare server's: " << fixed(rate, 3) << ", "
            << met(rate >= rate_goal) << "; p99.9 at most " << fixed(tail_goal, 1) << ": " << fixed(tail, 3) << ", "
            << met(tail <= tail_goal) << "\n\n";
}

void write_side(measure::JsonWriter& json, const Row& row, const Side& side, const char* name) {
  const Summary fast = measure::median_of(side.fast);
  const Summary loaded = measure::median_of(side.loaded);
  json.open_object().member("connections", row.connections).member("in_turn", row.in_turn).member("who", name);
  json.member("bare_threads", row.threads).member("calls_per_s", fast.calls_per_s);
  json.member("asked_per_s", row.asked_rate).member("had_per_s", loaded.calls_per_s);
  json.member("p50_us", loaded.p50_us).member("p99_us", loaded.p99_us).member("p999_us", loaded.p999_us);
  if (&side == &row.dimma) {
    json.member("rate_to_bare", ratio(row, &Side::fast, &Summary::calls_per_s));
    json.member("p999_to_bare", ratio(row, &Side::loaded, &Summary::p999_us));
  }
  json.close_object();
}

void print_json(const std::list<Row>& rows, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "many").member("turns", asked.turns).member("calls", asked.calls);
  json.member("depth", asked.depth).member("window", asked.window).member("load_percent", asked.load);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Row& row : rows) {
    write_side(json, row, row.bare, "bare");
    write_side(json, row, row.dimma, "dimma");
  }
  json.close_array().close_object();
}

}  // namespace

int run_many(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench many [--clients N,...] [--connections N,...] [--depth N] [--window N] [--load PERCENT]\n"
      "  [--threads N] [--server-qos QOS] [--turns N] [--calls N] [--json]",
      "Times calls without parameters of many clients at a server with default QoS over TCP, beside a bare epoll\n"
      "server with as many octets: calls a second with several in progress on each connection, and p50 to p99.9 at a\n"
      "share of the bare server's rate, from when a call was to begin. Then the same of thousands of connections that\n"
      "call one after the other. One client program, which knows nothing but the octets, calls both servers.");
  command_line.text("clients", asked.clients, "connections with several calls in progress each (1,8,64)")
      .text("connections", asked.connections, "that call one after the other (1000,10000)")
      .count("depth", asked.depth, "calls in progress on each of the clients' connections (16)", 1000)
      .count("window", asked.window, "calls in progress on all connections that call one after the other (64)", 10'000)
      .count("load", asked.load, "of the bare server's rate, in percent (70)", 100)
      .count("threads", asked.threads, "of the bare server (as many as dimma's pool has come to)", 64)
      .text("server-qos", asked.server_qos, "of dimma's server, instead of the default")
      .count("turns", asked.turns, "turns of each contender (9)", 1000)
      .count("calls", asked.calls, "calls in a turn (20000)", 10'000'000)
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::list<Row> rows;
  const auto measure_all = [&](const std::vector<std::size_t>& counts, bool in_turn) {
    for (const std::size_t count : counts) {
      if (count > connections_max()) {
        std::cerr << count << " connections are left out: a process may not have so many (ulimit -n)\n";
        continue;
      }
      Row& row = rows.emplace_back();
      row.connections = count;
      row.in_turn = in_turn;
      measure_row(row, asked);
      if (!asked.json) print_row(row, asked);
    }
  };
  measure_all(numbers("--clients", asked.clients, 10'000), false);
  measure_all(numbers("--connections", asked.connections, 50'000), true);
  if (asked.json) {
    print_json(rows, asked);
    return 0;
  }
  std::cout << "Medians over " << asked.turns << " turns of " << asked.calls << " calls, " << asked.depth
            << " in progress on each client's connection, " << asked.window
            << " on all that call in turn; ratios are of the same turn.\nMachine: " << measure::describe_machine()
            << '\n';
  return 0;
}

}  // namespace bench
