// The cost of marshalling and moving large arguments.

#include "Timing/timing_names.hpp"
#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/pinning.hpp"
#include "measure/statistics.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"
#include "sequences.hpp"
#include "timing_sizes.hpp"

#include <algorithm>
#include <iostream>
#include <sstream>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr std::size_t first_calls = 5;
constexpr const char* struct_sequences = "rpc_struct_seq";

struct Asked {
  std::string elements = "10,100,100000";
  std::size_t turns = 7;
  std::size_t turn_ms = 200;
  std::string also;
  bool json = false;
};

struct Measured {
  std::string operation;
  std::size_t elements;
  std::vector<std::vector<Summary>> turns;
  std::vector<double> sequences_us;  // in the same turns: the work on sequences of structs besides moving them
};

Entrant dimma_with_qos(const std::string& name, const std::string& qos) {
  return {"dimma, " + name, {"timing_server", "--qos", qos}, {"timing_client", "--qos", qos}};
}

std::vector<Entrant> entrants(std::size_t elements, const Asked& asked) {
  const std::string count = std::to_string(elements);
  const std::string full = "transport=tcp,processing=nullTask,messages=1";
  // omniORB's default limit is 2 MiB.
  const std::vector<std::string> omni_limit = {"-ORBgiopMaxMsgSize", "1073741824"};
  std::vector<Entrant> all = {bare_socket(),
                              {"omniORB", {"omni_timing_server"}, {"omni_timing_client"}},
                              dimma_with_qos("default QoS", "transport=tcp"),
                              dimma_with_qos("Full QoS", full)};
  std::istringstream also(asked.also);
  for (std::string qos; std::getline(also, qos, ';');) all.push_back(dimma_with_qos(qos, qos));
  all[1].server.insert(all[1].server.end(), omni_limit.begin(), omni_limit.end());
  all[1].client.insert(all[1].client.end(), omni_limit.begin(), omni_limit.end());
  for (Entrant& entrant : all) {
    if (!entrant.client.empty()) entrant.client.insert(entrant.client.end(), {"--elements", count});
  }
  return all;
}

// Measures on the processor of the clients.
double sequences_us(std::size_t elements) {
  const measure::Pinned pinned(measure::apart().client);
  std::vector<double> some;
  for (int i = 0; i < 5; ++i) some.push_back(make_copy_destroy_us(elements));
  return measure::median(std::move(some));
}

Measured measure_one(const std::string& operation, std::size_t elements, const Asked& asked) {
  Lineup lineup(entrants(elements, asked), measure::apart(), operation, 1, first_calls,
                timing_sizes(operation, elements));
  std::vector<std::size_t> calls;
  for (const Summary& summary : lineup.turn(first_calls)) {
    const double in_a_turn = summary.calls_per_s * static_cast<double>(asked.turn_ms) / 1000;
    calls.push_back(std::max<std::size_t>(static_cast<std::size_t>(in_a_turn), 1));
  }
  Measured measured{operation, elements, {}, {}};
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    measured.turns.push_back(lineup.turn(calls));
    if (operation == struct_sequences) measured.sequences_us.push_back(sequences_us(elements));
  }
  return measured;
}

double time_ratio(const Measured& measured, std::size_t one, std::size_t other) {
  return over_turns(measured.turns, one, other, [](const Summary& a, const Summary& b) { return a.p50_us / b.p50_us; });
}

// The lower bound of a call's time (the socket's and that of the sequences), divided by the entrant's time; the median
// over the turns.
double rate_of_bound(const Measured& measured, std::size_t entrant) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < measured.turns.size(); ++i) {
    ratios.push_back((measured.turns[i][0].p50_us + measured.sequences_us[i]) / measured.turns[i][entrant].p50_us);
  }
  return measure::median(std::move(ratios));
}

double octets_per_s(const Measured& measured, const Summary& summary) {
  return static_cast<double>(argument_octets(measured.operation, measured.elements)) * 1e6 / summary.p50_us;
}

void print_table(const std::vector<Measured>& all, const Asked& asked) {
  const auto who = entrants(1, asked);
  for (const Measured& measured : all) {
    measure::TextTable table({measured.operation + ", " + std::to_string(measured.elements) + " elements", "p50 us",
                              "p99 us", "10^6 octets/s", "of socket", "of omniORB", "rate of bound"});
    const bool has_bound = !measured.sequences_us.empty();
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      table.add({who[i].name, fixed(summary.p50_us, 1), fixed(summary.p99_us, 1),
                 fixed(octets_per_s(measured, summary) / 1e6, 1), fixed(time_ratio(measured, i, 0), 3),
                 fixed(time_ratio(measured, i, 1), 3), has_bound ? fixed(rate_of_bound(measured, i), 3) : ""});
    }
    table.print(std::cout);
    if (has_bound) {
      std::cout << "bound: the bare socket, and " << fixed(measure::median(measured.sequences_us), 1)
                << " us for making, copying and destroying the sequences of a call at both ends\n";
    }
    std::cout << '\n';
  }
  std::cout << "Calls over TCP with sequences as in, inout and out arguments; medians over " << asked.turns
            << " turns of about " << asked.turn_ms
            << " ms each. Octets are the arguments' own, of both ways.\nMachine: " << measure::describe_machine()
            << '\n';
}

void print_json(const std::vector<Measured>& all, const Asked& asked) {
  const auto who = entrants(1, asked);
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "arguments").member("turns", asked.turns);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Measured& measured : all) {
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      json.open_object().member("operation", measured.operation).member("elements", measured.elements);
      json.member("name", who[i].name).member("p50_us", summary.p50_us).member("p99_us", summary.p99_us);
      json.member("octets_per_s", octets_per_s(measured, summary)).member("to_socket", time_ratio(measured, i, 0));
      json.member("to_omniorb", time_ratio(measured, i, 1));
      if (!measured.sequences_us.empty()) json.member("rate_of_bound", rate_of_bound(measured, i));
      json.close_object();
    }
  }
  json.close_array().close_object();
}

}  // namespace

int run_arguments(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench arguments [--elements N,...] [--turns N] [--turn-ms N] [--also QOS;...] [--json]",
      "Times the Timing example's calls with sequences of primitives and of structs over TCP: a bare socket that "
      "moves\n"
      "as many octets, omniORB, dimma with default and with Full QoS.");
  command_line.text("elements", asked.elements, "elements of each sequence, tables for each (10,100,100000)")
      .count("turns", asked.turns, "turns of each contender (7)")
      .count("turn-ms", asked.turn_ms, "how long a turn takes, about (200)", 60'000)
      .text("also", asked.also, "more rows, each of one QoS for both ends, as read-ahead=off;read-ahead=64k")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::vector<Measured> all;
  for (const std::size_t elements : numbers("--elements", asked.elements, 1'000'000)) {
    for (const std::string operation : {"rpc_prim_seq", struct_sequences}) {
      all.push_back(measure_one(operation, elements, asked));
    }
  }
  asked.json ? print_json(all, asked) : print_table(all, asked);
  return 0;
}

}  // namespace bench
