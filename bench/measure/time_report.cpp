#include "measure/time_report.hpp"

#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <iostream>
#include <optional>
#include <utility>
#include <vector>

namespace measure {
namespace {

struct Measured {
  std::string operation;
  Summary summary;
  std::optional<double> delivered;
};
using Results = std::vector<Measured>;

double octets_per_second(std::size_t octets, const Summary& summary) {
  return static_cast<double>(octets) * 1e6 / summary.mean_us;
}

void print_json(const Results& results, const TimeRequest& request) {
  JsonWriter json(std::cout);
  json.open_object().member("iterations", request.iterations).key("operations").open_array();
  for (const auto& [operation, summary, delivered] : results) {
    json.open_object().member("operation", operation).member("mean_us", summary.mean_us);
    json.member("p50_us", summary.p50_us).member("p99_us", summary.p99_us);
    if (request.octets) {
      const std::size_t octets = request.octets(operation);
      json.member("octets_per_call", octets).member("octets_per_s", octets_per_second(octets, summary));
    }
    if (delivered) json.member("delivered", *delivered);
    json.close_object();
  }
  json.close_array().member("machine", describe_machine()).close_object();
}

void print_table(const Results& results, const TimeRequest& request) {
  std::vector<std::string> heading = {"operation", "mean us", "p50 us", "p99 us"};
  if (request.octets) heading.insert(heading.end(), {"octets a call", "octets/s"});
  const bool in_doubt = std::any_of(results.begin(), results.end(), [](const auto& one) { return one.delivered; });
  if (in_doubt) heading.push_back("delivered");
  TextTable table(heading);
  for (const auto& [operation, summary, delivered] : results) {
    std::vector<std::string> row = {operation, fixed(summary.mean_us, 2), fixed(summary.p50_us, 2),
                                    fixed(summary.p99_us, 2)};
    if (request.octets) {
      const std::size_t octets = request.octets(operation);
      row.insert(row.end(), {std::to_string(octets), fixed(octets_per_second(octets, summary), 0)});
    }
    if (in_doubt) row.push_back(delivered ? fixed(*delivered, 4) : "");
    table.add(row);
  }
  table.print(std::cout);
  std::cout << request.iterations << " calls each; " << describe_machine() << '\n';
}

}  // namespace

void declare(CommandLine& command_line, TimeRequest& request) {
  command_line.required("reqreply", request.reqreply, "the TestReqReply object, as any object URL")
      .required("oneway", request.oneway, "the TestOneway object, as any object URL")
      .text("operation", request.operation, "time only this one: " + request.operations.front() + ", ...")
      .count("iterations", request.iterations, "calls of each operation (5000)")
      .toggle("json", request.json, "report as JSON")
      .toggle("turns", request.turns, "take turns with other programs as standard input says (for dimma-bench)")
      .count("threads", request.threads, "threads that call in each turn (1)", 1000)
      .count("blockers", request.blockers, "threads that call test_string on and on beside each turn (none)", 1000);
}

int time_as_asked(const std::vector<TimeOperations>& of_all_threads, const TimeRequest& request) {
  if (request.turns) {
    const auto blockers = of_all_threads.begin() + static_cast<std::ptrdiff_t>(request.threads);
    std::vector<TurnOperation> beside;
    for (auto one = blockers; one != of_all_threads.end(); ++one) beside.push_back(one->at("rpc_test_string"));
    return serve_threaded_turns({of_all_threads.begin(), blockers}, beside);
  }
  if (request.all_threads() != 1) throw UsageError("--threads and --blockers are for --turns");
  const TimeOperations& operations = of_all_threads.front();
  std::vector<std::string> names = request.operations;
  if (!request.operation.empty()) {
    if (std::find(names.begin(), names.end(), request.operation) == names.end()) {
      throw UsageError("--operation: there is no '" + request.operation + "'");
    }
    names = {request.operation};
  }
  Results results;
  for (const std::string& name : names) {
    const TurnOperation& operation = operations.at(name);
    Times times(request.iterations);
    take(operation, request.iterations, times);
    operation.drain();
    Measured measured{name, times.summarise(), {}};
    if (operation.delivered) measured.delivered = operation.delivered();
    results.push_back(std::move(measured));
  }
  request.json ? print_json(results, request) : print_table(results, request);
  return 0;
}

}  // namespace measure
