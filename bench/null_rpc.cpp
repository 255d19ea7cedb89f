// The time of a call without parameters over TCP, compared with a bare socket loop and omniORB.

#include "contenders.hpp"
#include "experiment.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/net.hpp"
#include "measure/noise.hpp"
#include "measure/spread.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <iostream>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::Placement;
using measure::Summary;

constexpr const char* operation = "rpc_null_param";
constexpr const char* default_qos = "transport=tcp";
constexpr const char* full_qos = "transport=tcp,processing=nullTask,messages=1";
constexpr unsigned shuffle_seed = 2046;

struct Asked {
  std::size_t turns = 21;
  std::size_t iterations = 2000;
  bool json = false;
};

// A contender's turns, and the figures derived from them.
struct Result {
  explicit Result(std::string of) : name(std::move(of)) {}

  std::string name;
  std::vector<Summary> turns;
  Summary typical;       // medians over the turns
  double to_socket = 0;  // the ratio to the other's p50 in the same turn; the median over the turns
  double to_peer = 0;
  double net_us = 0;  // p50 less the bare socket's, likewise
  measure::Interval net_between_us;
  double overhead_percent = 0;
  measure::WarmUp warm_up;
};

enum Contestant : std::size_t { socket, peer, dimma_default, dimma_full };

// The result of `relate` for the p50 of both in each turn.
template <class Relate>
std::vector<double> each_turn(const Result& one, const Result& other, Relate relate) {
  std::vector<double> values;
  for (std::size_t i = 0; i < one.turns.size(); ++i)
    values.push_back(relate(one.turns[i].p50_us, other.turns[i].p50_us));
  return values;
}

void relate(Result& result, const Result& bare, const Result& rival) {
  const auto quotient = [](double one, double other) { return one / other; };
  const auto net = each_turn(result, bare, [](double one, double other) { return one - other; });
  result.typical = measure::median_of(result.turns);
  result.to_socket = measure::median(each_turn(result, bare, quotient));
  result.to_peer = measure::median(each_turn(result, rival, quotient));
  result.net_us = measure::median(net);
  result.net_between_us = measure::median_interval(net);
  result.overhead_percent = measure::median(each_turn(result, bare, [](double gross_us, double lower_us) {
    return measure::GrossNet{gross_us, lower_us}.overhead_percent();
  }));
}

std::vector<Result> measure_at(const Placement& placement, const Asked& asked) {
  measure::SocketServer socket_server(placement.server);
  const measure::TimeServer omni_server("omni_time_server", {}, placement.server);
  const measure::TimeServer default_server("time_server", {}, placement.server);
  const measure::TimeServer full_server("time_server", {"--qos", full_qos}, placement.server);
  const measure::MessageSizes sizes = full_server.message_sizes(operation);

  std::vector<measure::Contender> contenders;
  contenders.push_back(socket_client(socket_server, operation, sizes, placement.client));
  contenders.push_back(time_client("omni_time_client", {}, omni_server, placement.client));
  contenders.push_back(time_client("time_client", {"--qos", default_qos}, default_server, placement.client));
  contenders.push_back(time_client("time_client", {"--qos", full_qos}, full_server, placement.client));
  std::vector<Result> results;
  for (const char* const name : {"bare socket", "omniORB", "dimma, default QoS", "dimma, Full QoS"}) {
    results.emplace_back(name);
  }

  for (std::size_t i = 0; i < contenders.size(); ++i) {
    results[i].warm_up = warm_up(contenders[i], operation, asked.iterations);
  }
  std::vector<std::size_t> order = {socket, peer, dimma_default, dimma_full};
  std::mt19937 random(shuffle_seed);
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    std::shuffle(order.begin(), order.end(), random);
    for (const std::size_t i : order) results[i].turns.push_back(contenders[i].run(operation, asked.iterations));
  }
  for (Result& result : results) relate(result, results[socket], results[peer]);
  return results;
}

struct Placed {
  const char* name;
  std::vector<Result> results;
};

void warn(const Placed& placed) {
  std::vector<double> bare;
  for (const Summary& turn : placed.results[socket].turns) bare.push_back(turn.p50_us);
  if (const auto warning = measure::noise_warning(bare); !warning.empty()) std::cout << "Warning: " << warning << '\n';
  for (const Result& result : placed.results) {
    if (!result.warm_up.steady) {
      std::cout << "Warning: " << result.name << " still drifted after " << result.warm_up.turns
                << " turns of warm-up\n";
    }
  }
}

void print_table(const std::vector<Placed>& all, const Asked& asked) {
  for (const Placed& placed : all) {
    measure::TextTable table(
        {placed.name, "mean us", "p50 us", "p99 us", "net us", "95 of 100", "overhead %", "of socket", "of omniORB"});
    for (const Result& result : placed.results) {
      table.add({result.name, fixed(result.typical.mean_us, 2), fixed(result.typical.p50_us, 2),
                 fixed(result.typical.p99_us, 2), fixed(result.net_us, 2),
                 fixed(result.net_between_us.low, 2) + ".." + fixed(result.net_between_us.high, 2),
                 fixed(result.overhead_percent, 1), fixed(result.to_socket, 3), fixed(result.to_peer, 3)});
    }
    table.print(std::cout);
    warn(placed);
    std::cout << '\n';
  }
  std::cout << "Null RPC; medians over " << asked.turns << " turns of " << asked.iterations
            << " calls each. Net time and ratios are those of the p50s of the same turn;\nnet lies, 95 times "
            << "in 100, within the interval (bootstrap), and overhead is its share of the gross.\nMachine: "
            << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Placed>& all, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "null-rpc").member("turns", asked.turns);
  json.member("iterations", asked.iterations).member("machine", measure::describe_machine());
  json.key("placements").open_array();
  for (const Placed& placed : all) {
    json.open_object().member("placement", placed.name).key("contenders").open_array();
    for (const Result& result : placed.results) {
      json.open_object().member("name", result.name).member("mean_us", result.typical.mean_us);
      json.member("p50_us", result.typical.p50_us).member("p99_us", result.typical.p99_us);
      json.member("net_us", result.net_us).member("net_low_us", result.net_between_us.low);
      json.member("net_high_us", result.net_between_us.high).member("overhead_percent", result.overhead_percent);
      json.member("warm_up_turns", result.warm_up.turns).member("steady", result.warm_up.steady);
      json.member("to_socket", result.to_socket).member("to_omniorb", result.to_peer).close_object();
    }
    json.close_array().close_object();
  }
  json.close_array().close_object();
}

}  // namespace

int run_null_rpc(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench null-rpc [--turns N] [--iterations N] [--json]",
      "Times a call without parameters over TCP through a bare socket loop, omniORB, dimma with default QoS and dimma\n"
      "with Full QoS at both ends, in turns within one run: client and server on different processors, where there "
      "are\n"
      "two, and on the same one.");
  command_line.count("turns", asked.turns, "turns of each contender (21)")
      .count("iterations", asked.iterations, "calls in a turn (2000)")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::vector<Placed> all;
  if (measure::usable_processors().size() > 1) {
    all.push_back({"two processors", measure_at(measure::apart(), asked)});
  }
  all.push_back({"one processor", measure_at(measure::together(), asked)});
  asked.json ? print_json(all, asked) : print_table(all, asked);
  return 0;
}

}  // namespace bench
