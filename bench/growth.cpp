// The cost of a call by the size of the table in which it is looked up: the operations of an interface, the POAs of a
// server, the bindings of a client.

#include "contenders.hpp"
#include "experiment.hpp"
#include "growth_contenders.hpp"
#include "measure/callgrind.hpp"
#include "measure/command_line.hpp"
#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "numbers.hpp"

#include <algorithm>
#include <iostream>
#include <list>
#include <random>

namespace bench {
namespace {

using measure::fixed;
using measure::Summary;

constexpr unsigned shuffle_seed = 2046;
constexpr auto patience = std::chrono::minutes(3);  // for programs under callgrind

struct Asked {
  std::size_t turns = 9;
  std::size_t calls = 2000;
  std::string operations = "1,10,100,1000,10000";
  std::string poas = "1,10,100,1000";
  std::string bindings = "1,10,100,1000,10000";
  bool instructions = false;
  bool json = false;
};

// The instructions that a call takes at each end.
struct Instructions {
  double server = 0;
  double client = 0;
};

// A server and its client, and the figures of their calls.
struct Row {
  Grown grown;
  std::unique_ptr<measure::TimeServer> server = {};
  std::optional<measure::Contender> client = {};
  std::vector<Summary> any = {};
  std::vector<Summary> same = {};
  std::optional<Instructions> counted = {};
};

using Rows = std::list<Row>;

// The quotient of the p50 of two contenders in the same turn; the median over the turns.
double time_ratio(const std::vector<Summary>& one, const std::vector<Summary>& other) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.size(); ++i) ratios.push_back(one[i].p50_us / other[i].p50_us);
  return measure::median(std::move(ratios));
}

std::vector<std::string> whole(const std::string& program, const std::vector<std::string>& options) {
  std::vector<std::string> all = {measure::program_folder() + '/' + program};
  all.insert(all.end(), options.begin(), options.end());
  return all;
}

void start(Row& row, const measure::Placement& where) {
  const Grown& grown = row.grown;
  row.server = std::make_unique<measure::TimeServer>(grown.server, grown.server_options, where.server);
  auto options = grown.client_options;
  options.insert(options.end(), {"--objects", row.server->folder() + "/objects.ior"});
  row.client.emplace(measure::Child::start(whole(grown.client, options), where.client));
  for (const char* const turn : {"any", "same"}) row.client->run(turn, 200);
}

void take_turns(Rows& rows, const Asked& asked) {
  std::mt19937 random(shuffle_seed);
  std::vector<Row*> order;
  for (Row& row : rows) order.push_back(&row);
  for (std::size_t turn = 0; turn < asked.turns; ++turn) {
    std::shuffle(order.begin(), order.end(), random);
    for (Row* const row : order) {
      row->any.push_back(row->client->run("any", asked.calls));
      row->same.push_back(row->client->run("same", asked.calls));
    }
  }
}

// Counts the instructions of both processes from beginning to end, with `calls` calls.
Instructions count_whole(const Grown& grown, std::size_t calls) {
  const measure::TemporaryFolder folder;
  const auto file = [&folder](const char* name) { return folder.path() + '/' + name; };
  const auto run = [&](const char* counts, const std::string& program, std::vector<std::string> options) {
    auto child = measure::Child::start(measure::under_callgrind(file(counts), whole(program, options)));
    child.wait_for_line("ready", patience);
    return child;
  };
  auto server_options = grown.server_options;
  server_options.insert(server_options.end(), {"--ior-dir", folder.path()});
  auto client_options = grown.client_options;
  client_options.insert(client_options.end(), {"--objects", file("objects.ior")});
  auto server = run("server.callgrind", grown.server, server_options);
  auto client = run("client.callgrind", grown.client, client_options);
  client.write_line("run any " + std::to_string(calls));
  client.read_line(patience);
  client.end_input(patience);
  server.stop(patience);
  return {static_cast<double>(measure::counted_instructions(file("server.callgrind"))),
          static_cast<double>(measure::counted_instructions(file("client.callgrind")))};
}

// The instructions per call, from the difference between runs of `calls` and of twice as many: the beginning and end of
// the processes cancel out.
Instructions count(const Grown& grown, std::size_t calls) {
  const Instructions once = count_whole(grown, calls);
  const Instructions twice = count_whole(grown, 2 * calls);
  const auto each = static_cast<double>(calls);
  return {(twice.server - once.server) / each, (twice.client - once.client) / each};
}

// The row of the same ORB with the smallest number.
const Row& base_of(const Rows& rows, const Row& row) {
  return *std::find_if(rows.begin(), rows.end(), [&](const Row& other) { return other.grown.who == row.grown.who; });
}

Rows measure_growth(const std::vector<Grown>& all, const Asked& asked) {
  Rows rows;
  const measure::Placement where = measure::apart();
  for (const Grown& grown : all) start(rows.emplace_back(Row{grown}), where);
  take_turns(rows, asked);
  for (Row& row : rows) {
    row.client.reset();
    row.server.reset();
  }
  for (Row& row : rows) {
    if (asked.instructions && row.grown.who == "dimma") row.counted = count(row.grown, asked.calls);
  }
  return rows;
}

void print_table(const char* what, const Rows& rows, const Asked& asked) {
  std::vector<std::string> heading = {what,           "any: p50 us",      "p99 us",
                                      "of the first", "the same: p50 us", "of the first"};
  if (asked.instructions) heading.insert(heading.end(), {"server instructions", "client instructions"});
  measure::TextTable table(heading);
  for (const Row& row : rows) {
    const Row& base = base_of(rows, row);
    const Summary any = measure::median_of(row.any);
    std::vector<std::string> cells = {row.grown.who + ", " + std::to_string(row.grown.count),
                                      fixed(any.p50_us, 1),
                                      fixed(any.p99_us, 1),
                                      fixed(time_ratio(row.any, base.any), 3),
                                      fixed(measure::median_of(row.same).p50_us, 1),
                                      fixed(time_ratio(row.same, base.same), 3)};
    if (asked.instructions) {
      cells.push_back(row.counted ? fixed(row.counted->server, 0) : "-");
      cells.push_back(row.counted ? fixed(row.counted->client, 0) : "-");
    }
    table.add(cells);
  }
  table.print(std::cout);
  std::cout << '\n';
}

void write_rows(measure::JsonWriter& json, const char* what, const Rows& rows) {
  for (const Row& row : rows) {
    const Row& base = base_of(rows, row);
    const Summary any = measure::median_of(row.any);
    json.open_object().member("what", what).member("who", row.grown.who).member("count", row.grown.count);
    json.member("any_p50_us", any.p50_us).member("any_p99_us", any.p99_us);
    json.member("any_to_first", time_ratio(row.any, base.any));
    json.member("same_p50_us", measure::median_of(row.same).p50_us);
    json.member("same_to_first", time_ratio(row.same, base.same));
    if (row.counted) {
      json.member("server_instructions", row.counted->server).member("client_instructions", row.counted->client);
    }
    json.close_object();
  }
}

}  // namespace

int run_growth(int argc, const char* const* argv) {
  Asked asked;
  measure::CommandLine command_line(
      "dimma-bench growth [--operations N,...] [--poas N,...] [--bindings N,...] [--turns N] [--calls N]\n"
      "  [--instructions] [--json]",
      "Times calls without parameters while what they are looked up in grows: the operations of an interface, the "
      "POAs\n"
      "of a server, and the bindings of a client, the last two beside omniORB. \"Any\" is one at random of all, or of\n"
      "1,000 that are spread over them, \"the same\" the last of them.");
  command_line.text("operations", asked.operations, "of an interface: 1, 10, 100, 1000 and 10000 (all of these)")
      .text("poas", asked.poas, "of a server with 1,000 objects, up to 1000 (1,10,100,1000)")
      .text("bindings", asked.bindings, "of a client to one object (1,10,100,1000,10000)")
      .count("turns", asked.turns, "turns of each contender (9)")
      .count("calls", asked.calls, "calls in a turn (2000)", 1'000'000)
      .toggle("instructions", asked.instructions,
              "count those of a call to \"any\" in user space too, at each end, by callgrind: takes minutes")
      .toggle("json", asked.json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;

  std::list<std::pair<const char*, std::vector<Grown>>> plan;
  plan.emplace_back("operations", grown_operations(numbers("--operations", asked.operations, 10'000)));
  plan.emplace_back("POAs", grown_poas(numbers("--poas", asked.poas, called_max)));
  plan.emplace_back("bindings", grown_bindings(numbers("--bindings", asked.bindings, 100'000)));
  std::list<std::pair<const char*, Rows>> measured;
  for (const auto& [what, all] : plan) {
    const Rows& rows = measured.emplace_back(what, measure_growth(all, asked)).second;
    if (!asked.json) print_table(what, rows, asked);
  }
  if (asked.json) {
    measure::JsonWriter json(std::cout);
    json.open_object().member("experiment", "growth").member("turns", asked.turns).member("calls", asked.calls);
    json.member("machine", measure::describe_machine()).key("results").open_array();
    for (const auto& [what, rows] : measured) write_rows(json, what, rows);
    json.close_array().close_object();
    return 0;
  }
  std::cout << "Over TCP, one client; medians over " << asked.turns << " turns of " << asked.calls
            << " calls; ratios are of the same turn, to the first number of the same ORB.\nMachine: "
            << measure::describe_machine() << '\n';
  return 0;
}

}  // namespace bench
