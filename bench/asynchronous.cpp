// Many calls in progress from one thread: dimma's coroutines, and the asynchronous interfaces of its peers.

#include "contenders_in_progress.hpp"
#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iostream>
#include <optional>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr double rate_goal = 3;  // times the peer's rate, with `most_in_progress` calls in progress
constexpr std::size_t most_in_progress = 10'000;
constexpr std::size_t some_in_progress = 32;

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 4000;
  std::string in_progress = "1,32,1000,10000";
  bool on_io_context = false;
  bool json = false;
};

struct Row {
  Asynchronous who;
  std::size_t in_progress;  // 0: blocking calls
};

struct Measured {
  std::string operation;
  std::vector<Row> rows;
  std::vector<std::vector<Summary>> turns;  // in each: the bare socket, then the rows
};

std::vector<Row> rows_of(const Asked& asked) {
  const auto all = asynchronous_contenders(asked.on_io_context);
  std::vector<Row> rows = {{all.front(), 0}};
  for (const std::size_t count : numbers("--in-progress", asked.in_progress, 100'000)) {
    for (const Asynchronous& who : all) rows.push_back({who, count});
  }
  return rows;
}

std::string name_of(const Row& row) {
  return row.in_progress == 0 ? row.who.name + ", a thread that blocks" : row.who.name;
}

Measured measure_calls(const Asked& asked, const std::string& operation, measure::MessageSizes sizes) {
  Measured measured{operation, rows_of(asked), {}};
  std::vector<Entrant> entrants = {bare_socket()};
  std::vector<std::size_t> calls = {asked.calls};
  for (const Row& row : measured.rows) {
    entrants.push_back({name_of(row), row.who.server, client_of(row.who, row.in_progress)});
    calls.push_back(std::max(asked.calls, calls_least(row.in_progress)));
  }
  Lineup lineup(entrants, measure::apart(), operation, 1, asked.calls, sizes);
  lineup.turn(calls);  // warms up with as many calls in progress as are measured
  for (std::size_t turn = 0; turn < asked.turns; ++turn) measured.turns.push_back(lineup.turn(calls));
  return measured;
}

// Indices into the elements of `turns`.
constexpr std::size_t socket_place = 0;
constexpr std::size_t blocking_place = 1;

std::optional<std::size_t> place_of(const Measured& measured, const std::string& name, std::size_t in_progress) {
  for (std::size_t i = 0; i < measured.rows.size(); ++i) {
    if (measured.rows[i].who.name == name && measured.rows[i].in_progress == in_progress) return i + 1;
  }
  return {};
}

// The quotient of the calls per second of the same turns; the median over the turns.
double rate_ratio(const Measured& measured, std::size_t one, std::size_t other) {
  return over_turns(measured.turns, one, other,
                    [](const Summary& a, const Summary& b) { return a.calls_per_s / b.calls_per_s; });
}

std::string ratio_text(const Measured& measured, std::size_t one, std::optional<std::size_t> other) {
  return other ? fixed(rate_ratio(measured, one, *other), 2) : "";
}

void print_table(const Measured& measured) {
  measure::TextTable table({measured.operation, "in progress", "calls/s", "us a call", "rate of blocking",
                            "rate of gRPC", "of Cap'n Proto"});
  const auto add = [&](const std::string& name, std::size_t place, std::size_t in_progress) {
    const Summary summary = typical(measured.turns, place);
    table.add({name, std::to_string(std::max<std::size_t>(in_progress, 1)), fixed(summary.calls_per_s, 0),
               fixed(1e6 / summary.calls_per_s, 2), ratio_text(measured, place, blocking_place),
               ratio_text(measured, place, place_of(measured, "gRPC", in_progress)),
               ratio_text(measured, place, place_of(measured, "Cap'n Proto", in_progress))});
  };
  add("bare socket", socket_place, 0);
  for (std::size_t i = 0; i < measured.rows.size(); ++i) {
    add(name_of(measured.rows[i]), i + 1, measured.rows[i].in_progress);
  }
  table.print(std::cout);
}

void print_goal(const std::string& what, double ratio, double least) {
  std::cout << what << ": " << fixed(ratio, 2) << " times the rate (goal: " << fixed(least, 0) << "), "
            << (ratio >= least ? "met" : "missed") << '\n';
}

void print_goals(const Measured& measured) {
  const std::string dimma = measured.rows.front().who.name;
  if (const auto some = place_of(measured, dimma, some_in_progress)) {
    print_goal(dimma + " with 32 in progress, to a thread that blocks", rate_ratio(measured, *some, blocking_place), 1);
  }
  const auto most = place_of(measured, dimma, most_in_progress);
  for (const char* const peer : {"gRPC", "Cap'n Proto"}) {
    const auto other = place_of(measured, peer, most_in_progress);
    if (!most || !other) continue;
    print_goal(dimma + " with 10000 in progress, to " + peer, rate_ratio(measured, *most, *other), rate_goal);
  }
  std::cout << '\n';
}

void print_json(const std::vector<Measured>& all, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "asynchronous").member("turns", asked.turns).member("calls", asked.calls);
  json.member("machine", measure::describe_machine()).key("results").open_array();
  for (const Measured& measured : all) {
    for (std::size_t i = 0; i < measured.rows.size(); ++i) {
      const Row& row = measured.rows[i];
      json.open_object().member("operation", measured.operation).member("name", name_of(row));
      json.member("in_progress", row.in_progress);
      json.member("calls_per_s", typical(measured.turns, i + 1).calls_per_s);
      json.member("rate_to_blocking", rate_ratio(measured, i + 1, blocking_place));
      for (const auto& [key, peer] : {std::pair("rate_to_grpc", "gRPC"), std::pair("rate_to_capnp", "Cap'n Proto")}) {
        if (const auto place = place_of(measured, peer, row.in_progress)) {
          json.member(key, rate_ratio(measured, i + 1, *place));
        }
      }
      json.close_object();
    }
  }
  json.close_array().close_object();
}

}  // namespace

int run_asynchronous(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench asynchronous [--in-progress N,...] [--turns N] [--calls N] [--io-context] [--json]",
      "Times two-way calls of one client thread at one server thread over TCP: a thread that blocks, coroutines with\n"
      "several calls in progress, and, where DIMMA_MORE_PEERS has built them, gRPC (a completion queue at each end)\n"
      "and Cap'n Proto. Calls without parameters, and with a string of 100 there and back.");
  command_line.text("in-progress", asked.in_progress, "how many calls at a time (1,32,1000,10000)")
      .count("turns", asked.turns, "turns of each contender (9)")
      .count("calls", asked.calls, "calls in a turn, at least, and five times those in progress (4000)")
      .toggle("io-context", asked.on_io_context, "dimma's server on an io_context, not with a pool of one thread")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::vector<Measured> all;
  for (const auto& [operation, sizes] : asynchronous_operations) {
    const Measured& measured = all.emplace_back(measure_calls(asked, operation, sizes));
    if (asked.json) continue;
    print_table(measured);
    print_goals(measured);
  }
  if (asked.json) {
    print_json(all, asked);
    return 0;
  }
  std::cout << "Over TCP, one thread at each end; medians over " << asked.turns << " turns of " << asked.calls
            << " calls, or of five times those in progress. Ratios are of the same turn.\nMachine: "
            << measure::describe_machine() << '\n';
  return 0;
}

}  // namespace bench
