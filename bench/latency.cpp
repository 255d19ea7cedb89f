// The distribution of the times of single calls: of the whole run, and second by second.

#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <iostream>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr const char* operation = "rpc_null_param";
constexpr std::size_t first_calls = 2000;

struct Asked {
  std::size_t seconds = 10;
  bool each_second = false;
  bool json = false;
  std::string client_qos;
  std::string server_qos;
};

std::vector<Entrant> entrants(const Asked& asked) {
  const std::string full = "transport=tcp,processing=nullTask,messages=1";
  std::vector<Entrant> all = {bare_socket(), omniorb(),
                              dimma_with("dimma, default QoS", "transport=tcp", "transport=tcp"),
                              dimma_with("dimma, Full QoS", full, full)};
  if (!asked.client_qos.empty() || !asked.server_qos.empty()) {
    all.push_back(dimma_with("dimma, as asked for", asked.client_qos, asked.server_qos));
  }
  return all;
}

struct Measured {
  std::vector<std::vector<Summary>> seconds;
  std::vector<Summary> whole;
};

Measured measure_at(const std::vector<Entrant>& who, const measure::Placement& placement, const Asked& asked) {
  Lineup lineup(who, placement, operation, 1, first_calls);
  // As many calls as take a second.
  std::vector<std::size_t> calls;
  for (const Summary& summary : lineup.turn(first_calls)) {
    calls.push_back(std::max<std::size_t>(static_cast<std::size_t>(summary.calls_per_s), 1));
  }
  Measured measured;
  for (std::size_t second = 0; second < asked.seconds; ++second) measured.seconds.push_back(lineup.turn(calls));
  measured.whole = lineup.whole();
  return measured;
}

std::vector<std::string> row(const std::string& name, const Summary& summary) {
  return {name,
          fixed(summary.p50_us, 2),
          fixed(summary.p99_us, 2),
          fixed(summary.p999_us, 2),
          fixed(summary.p9999_us, 2),
          fixed(summary.max_us, 1),
          fixed(summary.p99_us - summary.p50_us, 2)};
}

void print_table(const Measured& measured, const std::vector<Entrant>& who, const Asked& asked) {
  const std::vector<std::string> heading = {"", "p50 us", "p99 us", "p99.9 us", "p99.99 us", "maximum us", "p99 - p50"};
  measure::TextTable table(heading);
  for (std::size_t i = 0; i < who.size(); ++i) table.add(row(who[i].name, measured.whole[i]));
  table.print(std::cout);
  for (std::size_t i = 0; asked.each_second && i < who.size(); ++i) {
    auto of_this = heading;
    of_this[0] = who[i].name + ", second";
    measure::TextTable seconds(of_this);
    for (std::size_t second = 0; second < measured.seconds.size(); ++second) {
      seconds.add(row(std::to_string(second + 1), measured.seconds[second][i]));
    }
    std::cout << '\n';
    seconds.print(std::cout);
  }
  std::cout << "\nNull RPC over TCP, each call timed on its own; " << asked.seconds
            << " turns of a second each, in another order each time.\nMachine: " << measure::describe_machine() << '\n';
}

void write(measure::JsonWriter& json, const Summary& summary) {
  json.open_object().member("mean_us", summary.mean_us).member("p50_us", summary.p50_us);
  json.member("p99_us", summary.p99_us).member("p999_us", summary.p999_us).member("p9999_us", summary.p9999_us);
  json.member("max_us", summary.max_us).close_object();
}

void print_json(const Measured& measured, const std::vector<Entrant>& who, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "latency").member("seconds", asked.seconds);
  json.member("machine", measure::describe_machine()).key("contenders").open_array();
  for (std::size_t i = 0; i < who.size(); ++i) {
    json.open_object().member("name", who[i].name).key("whole");
    write(json, measured.whole[i]);
    json.key("seconds").open_array();
    for (const auto& second : measured.seconds) write(json, second[i]);
    json.close_array().close_object();
  }
  json.close_array().close_object();
}

}  // namespace

int run_latency(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench latency [--seconds N] [--each-second] [--client-qos QOS] [--server-qos QOS] [--json]",
      "The distribution of the times of single calls without parameters over TCP: bare socket, omniORB, dimma with\n"
      "default and with Full QoS, in turns of a second each.");
  command_line.count("seconds", asked.seconds, "of each contender (10)", 3600)
      .toggle("each-second", asked.each_second, "one more table for each contender, a row a second")
      .text("client-qos", asked.client_qos, "one more row, of this QoS")
      .text("server-qos", asked.server_qos, "of that row's server")
      .toggle("json", asked.json, "report as JSON, each second included");
  if (!command_line.parse(argc, argv)) return 0;

  const auto who = entrants(asked);
  const Measured measured = measure_at(who, measure::apart(), asked);
  asked.json ? print_json(measured, who, asked) : print_table(measured, who, asked);
  return 0;
}

}  // namespace bench
