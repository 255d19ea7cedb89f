// The cost of observing a null RPC by metrics, the recorder and tracing.

#include "experiment.hpp"
#include "lineup.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/spread.hpp"
#include "measure/table.hpp"
#include "span_sink.hpp"

#include <iostream>

namespace bench {
namespace {

using measure::fixed;

constexpr const char* operation = "rpc_null_param";
constexpr const char* full_qos = "transport=tcp,processing=nullTask,messages=1";

struct Asked {
  std::size_t turns = 21;
  std::size_t calls = 4000;
  bool json = false;
};

struct Row {
  std::string name;
  std::vector<double> turns;    // the p50 of each, in microseconds
  std::vector<double> to_none;  // its ratio to the p50 without observation in the same turn
};

// dimma with the options at both ends.
Entrant observed(std::string name, const std::string& programs, const std::vector<std::string>& options) {
  Entrant entrant{
      std::move(name), {programs + "time_server", "--qos", full_qos}, {programs + "time_client", "--qos", full_qos}};
  entrant.server.insert(entrant.server.end(), options.begin(), options.end());
  entrant.client.insert(entrant.client.end(), options.begin(), options.end());
  return entrant;
}

std::vector<Entrant> entrants_with(const SpanSink& sink) {
  const std::vector<std::string> exported = {"--dimma-trace", "on",          "--dimma-trace-endpoint",
                                             sink.url(),      "--dimma-log", "error"};
  auto hundredth = exported;
  hundredth.insert(hundredth.end(), {"--dimma-trace-sample", "0.01"});
  return {observed("nothing", "", {}),
          observed("metrics", "", {"--dimma-metrics", "on"}),
          observed("recorder", "", {"--dimma-recorder", "on"}),
          observed("tracing, sampled out", "", {"--dimma-trace", "on", "--dimma-trace-sample", "0"}),
          observed("tracing, one in a hundred sampled, exported", "traced_", hundredth),
          observed("tracing, all sampled, exported", "traced_", exported)};
}

std::vector<Row> measure_all(SpanSink& sink, const Asked& asked) {
  const auto entrants = entrants_with(sink);
  Lineup lineup(entrants, measure::apart(), operation, 1, asked.calls);
  sink.begin();  // starts a thread, so it must come after the lineup has forked
  std::vector<Row> rows;
  for (const Entrant& entrant : entrants) rows.push_back({entrant.name, {}, {}});
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    const auto summaries = lineup.turn(asked.calls);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      rows[i].turns.push_back(summaries[i].p50_us);
      rows[i].to_none.push_back(summaries[i].p50_us / summaries[0].p50_us);
    }
  }
  return rows;
}

void print_text(const std::vector<Row>& rows, const SpanSink& sink, const Asked& asked) {
  measure::TextTable table({"what is on", "p50, us", "to nothing", "from", "to"});
  for (const Row& row : rows) {
    const auto interval = measure::median_interval(row.to_none);
    table.add({row.name, fixed(measure::median(row.turns), 1), fixed(measure::median(row.to_none), 3),
               fixed(interval.low, 3), fixed(interval.high, 3)});
  }
  table.print(std::cout);
  std::cout << "\nA null RPC over TCP with Full QoS, both ends observed. Medians over " << asked.turns << " turns of "
            << asked.calls
            << " calls; ratios are of the same\nturn, with their 95 percent intervals. The collector, a thread of this "
               "program, has got "
            << sink.octets() / 1'000'000 << " MB in " << sink.requests()
            << " requests.\nMachine: " << measure::describe_machine() << '\n';
}

void print_json(const std::vector<Row>& rows, const SpanSink& sink, const Asked& asked) {
  measure::JsonWriter json(std::cout);
  json.open_object().member("experiment", "observing").member("turns", asked.turns).member("calls", asked.calls);
  json.member("machine", measure::describe_machine());
  json.member("collector_requests", static_cast<std::size_t>(sink.requests())).key("results").open_array();
  for (const Row& row : rows) {
    const auto interval = measure::median_interval(row.to_none);
    json.open_object().member("what", row.name).member("p50_us", measure::median(row.turns));
    json.member("to_nothing", measure::median(row.to_none));
    json.member("low", interval.low).member("high", interval.high).close_object();
  }
  json.close_array().close_object();
}

}  // namespace

int run_observing(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line("dimma-bench observing [--turns N] [--calls N] [--json]",
                                    "Times null RPCs that nobody observes, that are counted, recorded and traced, in "
                                    "turns. Those that are traced and\n"
                                    "sampled are exported to a collector that this program has itself.");
  command_line.count("turns", asked.turns, "turns of each (21)")
      .count("calls", asked.calls, "null RPCs in a turn (4000)")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  SpanSink sink;
  const auto rows = measure_all(sink, asked);
  asked.json ? print_json(rows, sink, asked) : print_text(rows, sink, asked);
  return 0;
}

}  // namespace bench
