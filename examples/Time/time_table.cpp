// time_table [--iterations N] [--json]: the report's Table 1.1 with today's figures.

#include "common/run_program.hpp"
#include "table_report.hpp"

#include <csignal>
#include <iostream>

namespace {

int tabulate(int argc, char** argv) {
  std::size_t iterations = 5000;
  bool json = false;
  measure::CommandLine command_line(
      "time_table [--iterations N] [--json]",
      "Starts servers, times the six operations of the Time example with the optimised QoS at neither, either and "
      "both\n"
      "ends, in turns with a bare socket loop, and prints the report's Table 1.1, gross and net.");
  command_line.count("iterations", iterations, "calls of each cell (5000)", 10'000'000)
      .toggle("json", json, "report as JSON");
  if (!command_line.parse(argc, argv)) return 0;
  std::signal(SIGPIPE, SIG_IGN);  // a server that is gone is reported, not died of

  const Measured measured = measure_table(iterations, argc, argv);
  json ? print_json(std::cout, measured, iterations) : print_table(std::cout, measured, iterations);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_table", [&] { return tabulate(argc, argv); });
}
