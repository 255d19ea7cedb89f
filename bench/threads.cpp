// Many threads of one client that compete for the resources of their channels.

#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <iostream>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr const char* operation = "rpc_null_param";

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 4000;
  std::string threads = "1,2,8,64";
  std::string client_qos;
  std::string server_qos;
  std::size_t blockers = 0;
  std::size_t block_us = 5000;
  bool json = false;
};

std::vector<Entrant> entrants(const Asked& asked) {
  const std::string full = "transport=tcp,processing=nullTask,messages=1";
  std::vector<Entrant> all = {
      bare_socket(),
      omniorb(),
      dimma_with("dimma, default", "transport=tcp", "transport=tcp"),
      dimma_with("dimma, a dedicated channel a thread", full, full),
      dimma_with("dimma, one dedicated channel", full, full, {"--one-binding"}),
  };
  if (!asked.client_qos.empty() || !asked.server_qos.empty()) {
    all.push_back(dimma_with("dimma, as asked for", asked.client_qos, asked.server_qos, {"--one-binding"}));
  }
  for (Entrant& entrant : all) {
    if (asked.blockers == 0 || entrant.server.empty()) continue;
    entrant.client.insert(entrant.client.end(), {"--blockers", std::to_string(asked.blockers)});
    entrant.server.insert(entrant.server.end(), {"--string-takes-us", std::to_string(asked.block_us)});
  }
  return all;
}

struct Measured {
  std::size_t threads;
  std::vector<std::vector<Summary>> turns;  // in each: the first five entrants, then the one given by flags
};

double rate_ratio(const Measured& measured, std::size_t one, std::size_t other) {
  return over_turns(measured.turns, one, other,
                    [](const Summary& a, const Summary& b) { return a.calls_per_s / b.calls_per_s; });
}

void print_table(const std::vector<Measured>& all, const std::vector<Entrant>& who, const Asked& asked) {
  for (const Measured& measured : all) {
    measure::TextTable table({std::to_string(measured.threads) + (measured.threads == 1 ? " thread" : " threads"),
                              "calls/s", "p50 us", "p99 us", "p99.9 us", "rate of socket", "rate of omniORB"});
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      table.add({who[i].name, fixed(summary.calls_per_s, 0), fixed(summary.p50_us, 1), fixed(summary.p99_us, 1),
                 fixed(summary.p999_us, 1), fixed(rate_ratio(measured, i, 0), 3),
                 fixed(rate_ratio(measured, i, 1), 3)});
    }
    table.print(std::cout);
    std::cout << '\n';
  }
  std::cout << "Null RPC over TCP; medians over " << asked.turns << " turns of " << asked.calls
            << " calls, shared out among the threads";
  if (asked.blockers != 0) {
    std::cout << ", beside " << asked.blockers << " more threads (but for the bare socket) whose upcalls take "
              << asked.block_us << " us each";
  }
  std::cout << ". Rates are calls a second of all threads together; their ratios "
               "are of the same turn.\nMachine: "
            << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Measured>& all, const std::vector<Entrant>& who, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "threads").member("turns", asked.turns).member("calls", asked.calls);
  json.member("blockers", asked.blockers).member("block_us", asked.block_us);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Measured& measured : all) {
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      json.open_object().member("threads", measured.threads).member("name", who[i].name);
      json.member("calls_per_s", summary.calls_per_s).member("p50_us", summary.p50_us);
      json.member("p99_us", summary.p99_us).member("p999_us", summary.p999_us);
      json.member("rate_to_socket", rate_ratio(measured, i, 0)).member("rate_to_omniorb", rate_ratio(measured, i, 1));
      json.close_object();
    }
  }
  json.close_array().close_object();
}

}  // namespace

int run_threads(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench threads [--threads N,...] [--blockers N] [--block-us N] [--turns N] [--calls N]\n"
      "  [--client-qos QOS] [--server-qos QOS] [--json]",
      "Times calls without parameters of 1 to 64 threads of one client process at one server over TCP: a bare socket\n"
      "for each thread, omniORB, dimma's default channel, a dedicated channel for each thread and one for all.");
  command_line.text("threads", asked.threads, "how many threads, one table each (1,2,8,64)")
      .count("blockers", asked.blockers, "threads beside them whose upcalls block (none)", 1000)
      .count("block-us", asked.block_us, "how long each of those upcalls takes, in microseconds (5000)")
      .count("turns", asked.turns, "turns of each contender (9)")
      .count("calls", asked.calls, "calls in a turn, of all threads together (4000)")
      .text("client-qos", asked.client_qos, "one more row: one binding for all threads, of this QoS")
      .text("server-qos", asked.server_qos, "of that row's server")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  const auto who = entrants(asked);
  std::vector<Measured> all;
  for (const std::size_t threads : numbers("--threads", asked.threads, 999)) {
    Lineup lineup(who, measure::apart(), operation, threads, asked.calls);
    Measured& measured = all.emplace_back(Measured{threads, {}});
    for (std::size_t turn = 0; turn < asked.turns; ++turn) measured.turns.push_back(lineup.turn(asked.calls));
  }
  asked.json ? print_json(all, who, asked) : print_table(all, who, asked);
  return 0;
}

}  // namespace bench
