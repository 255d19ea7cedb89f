// The classic mapping beside the IDL-to-C++11 mapping and omniORB.

#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/pinning.hpp"
#include "measure/statistics.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"
#include "timing_sizes.hpp"

#include <algorithm>
#include <iostream>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr std::size_t first_calls = 5;

struct Asked {
  std::string elements = "10,100,10000";
  std::size_t turns = 7;
  std::size_t turn_ms = 200;
  bool json = false;
};

// An operation of an example, whose programs are called <example>_server and <example>_client.
struct Subject {
  std::string example;
  std::string operation;
  std::size_t elements = 0;  // in each sequence; 0 for calls without sequences

  std::string title() const {
    return elements == 0 ? operation : operation + ", " + std::to_string(elements) + " elements";
  }
};

struct Measured {
  Subject subject;
  std::vector<std::vector<Summary>> turns;
};

// The order of the entrants.
constexpr std::size_t peer = 1;
constexpr std::size_t modern_default = 2;
constexpr std::size_t classic_default = 3;
constexpr std::size_t modern_full = 4;
constexpr std::size_t classic_full = 5;

std::vector<Entrant> entrants(const Subject& subject) {
  const std::string server = subject.example + "_server";
  const std::string client = subject.example + "_client";
  std::vector<Entrant> all = {bare_socket(), {"omniORB", {"omni_" + server}, {"omni_" + client}}};
  // omniORB's default limit is 2 MiB.
  for (auto* const program : {&all[peer].server, &all[peer].client}) {
    program->insert(program->end(), {"-ORBgiopMaxMsgSize", "1073741824"});
  }
  for (const auto& [name, qos] : {std::pair{"default QoS", "transport=tcp"},
                                  std::pair{"Full QoS", "transport=tcp,processing=nullTask,messages=1"}}) {
    all.push_back({std::string("modern, ") + name, {server, "--qos", qos}, {client, "--qos", qos}});
    all.push_back({std::string("classic, ") + name,
                   {"classic_" + server, "--dimma-qos", qos},
                   {"classic_" + client, "--dimma-qos", qos}});
  }
  for (Entrant& entrant : all) {
    if (subject.elements == 0 || entrant.client.empty()) continue;
    entrant.client.insert(entrant.client.end(), {"--elements", std::to_string(subject.elements)});
  }
  return all;
}

// The entrant of the IDL-to-C++11 mapping that a row is compared with.
std::size_t modern_beside(std::size_t entrant) { return entrant < modern_full ? modern_default : modern_full; }

Measured measure_one(const Subject& subject, const Asked& asked) {
  const auto sizes =
      subject.elements == 0 ? measure::MessageSizes{} : timing_sizes(subject.operation, subject.elements);
  Lineup lineup(entrants(subject), measure::apart(), subject.operation, 1, first_calls, sizes);
  std::vector<std::size_t> calls;
  for (const Summary& summary : lineup.turn(first_calls)) {
    const double in_a_turn = summary.calls_per_s * static_cast<double>(asked.turn_ms) / 1000;
    calls.push_back(std::max<std::size_t>(static_cast<std::size_t>(in_a_turn), 1));
  }
  Measured measured{subject, {}};
  for (std::size_t turn = 0; turn < asked.turns; ++turn) measured.turns.push_back(lineup.turn(calls));
  return measured;
}

// How many times as many calls in a time: the median over the turns.
double rate(const Measured& measured, std::size_t of, std::size_t beside) {
  return over_turns(measured.turns, beside, of, [](const Summary& a, const Summary& b) { return a.p50_us / b.p50_us; });
}

void print_table(const std::vector<Measured>& all, const Asked& asked) {
  for (const Measured& measured : all) {
    const auto who = entrants(measured.subject);
    measure::TextTable table({measured.subject.title(), "p50 us", "p99 us", "rate of omniORB", "rate of modern"});
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      const bool is_classic = i == classic_default || i == classic_full;
      table.add({who[i].name, fixed(summary.p50_us, 1), fixed(summary.p99_us, 1), fixed(rate(measured, i, peer), 3),
                 is_classic ? fixed(rate(measured, i, modern_beside(i)), 3) : ""});
    }
    table.print(std::cout);
    std::cout << '\n';
  }
  std::cout
      << "Calls over TCP, medians over " << asked.turns << " turns of about " << asked.turn_ms
      << " ms each. A rate is that of the row's calls, divided by that of the other's with the same QoS.\nMachine: "
      << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Measured>& all, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "classic").member("turns", asked.turns);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Measured& measured : all) {
    const auto who = entrants(measured.subject);
    for (std::size_t i = 0; i < who.size(); ++i) {
      const Summary summary = typical(measured.turns, i);
      json.open_object().member("operation", measured.subject.operation).member("elements", measured.subject.elements);
      json.member("name", who[i].name).member("p50_us", summary.p50_us).member("p99_us", summary.p99_us);
      json.member("rate_of_omniorb", rate(measured, i, peer));
      json.member("rate_of_modern", rate(measured, i, modern_beside(i))).close_object();
    }
  }
  json.close_array().close_object();
}

}  // namespace

int run_classic(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench classic [--elements N,...] [--turns N] [--turn-ms N] [--json]",
      "Times calls of the Time and Timing examples over TCP: a bare socket that moves as many octets, omniORB, and "
      "dimma\n"
      "in the IDL-to-C++11 mapping and in the classic mapping, with default and with Full QoS.");
  command_line.text("elements", asked.elements, "elements of each sequence, tables for each (10,100,10000)")
      .count("turns", asked.turns, "turns of each contender (7)")
      .count("turn-ms", asked.turn_ms, "how long a turn takes, about (200)", 60'000)
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::vector<Subject> subjects = {{"time", "rpc_null_param"}, {"time", "rpc_test_string"}};
  for (const std::size_t elements : numbers("--elements", asked.elements, 1'000'000)) {
    subjects.push_back({"timing", "rpc_prim_seq", elements});
    subjects.push_back({"timing", "rpc_struct_seq", elements});
  }
  std::vector<Measured> all;
  for (const Subject& subject : subjects) all.push_back(measure_one(subject, asked));
  asked.json ? print_json(all, asked) : print_table(all, asked);
  return 0;
}

}  // namespace bench
