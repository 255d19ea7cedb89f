#include "measure/time_report.hpp"

#include "measure/json.hpp"
#include "measure/machine.hpp"
#include "measure/table.hpp"

#include <algorithm>
#include <iostream>
#include <utility>
#include <vector>

namespace measure {
namespace {

using Results = std::vector<std::pair<std::string, Summary>>;

void print_json(const Results& results, std::size_t iterations) {
  JsonWriter json(std::cout);
  json.open_object().member("iterations", iterations).key("operations").open_array();
  for (const auto& [operation, summary] : results) {
    json.open_object().member("operation", operation).member("mean_us", summary.mean_us);
    json.member("p50_us", summary.p50_us).member("p99_us", summary.p99_us).close_object();
  }
  json.close_array().member("machine", describe_machine()).close_object();
}

void print_table(const Results& results, std::size_t iterations) {
  TextTable table({"operation", "mean us", "p50 us", "p99 us"});
  for (const auto& [operation, summary] : results) {
    table.add({operation, fixed(summary.mean_us, 2), fixed(summary.p50_us, 2), fixed(summary.p99_us, 2)});
  }
  table.print(std::cout);
  std::cout << iterations << " calls each; " << describe_machine() << '\n';
}

}  // namespace

void declare(CommandLine& command_line, TimeRequest& request) {
  command_line.required("reqreply", request.reqreply, "the TestReqReply object, as any object URL")
      .required("oneway", request.oneway, "the TestOneway object, as any object URL")
      .text("operation", request.operation, "time only this one: oneway_null_param, rpc_test_string, ...")
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
  std::vector<std::string> names(time_operations.begin(), time_operations.end());
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
    times.take(request.iterations, operation.call);
    operation.drain();
    results.emplace_back(name, times.summarise());
  }
  request.json ? print_json(results, request.iterations) : print_table(results, request.iterations);
  return 0;
}

}  // namespace measure
