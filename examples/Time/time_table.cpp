// time_table [--iterations N] [--json] [--beside FOLDER]: the report's Table 1.1 with today's figures; Table 1.2 in the
// build without threads.

#include "common/run_program.hpp"
#include "table_report.hpp"

#include <csignal>
#include <iostream>
#include <system_error>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

// Prints the table of the other build.
void run_other(const std::string& folder, std::size_t iterations) {
  const std::string program = folder + "/time_table";
  const std::string count = std::to_string(iterations);
  const char* const arguments[] = {program.c_str(), "--iterations", count.c_str(), nullptr};
  pid_t child = 0;
  const int error = ::posix_spawn(&child, program.c_str(), nullptr, nullptr, const_cast<char**>(arguments), environ);
  if (error != 0) throw measure::UsageError("--beside: " + program + ": " + std::generic_category().message(error));
  int status = 0;
  if (::waitpid(child, &status, 0) < 0 || status != 0) throw std::runtime_error(program + " failed");
}

int tabulate(int argc, char** argv) {
  std::size_t iterations = 5000;
  bool json = false;
  std::string beside;
  measure::CommandLine command_line(
      "time_table [--iterations N] [--json] [--beside FOLDER]",
      "Starts servers, times the six operations of the Time example with the optimised QoS at neither, either and "
      "both\n"
      "ends, in turns with a bare socket loop, and prints the report's Table 1.1 (without threads 1.2), gross and "
      "net.");
  command_line.count("iterations", iterations, "calls of each cell (5000)", 10'000'000)
      .toggle("json", json, "report as JSON")
      .text("beside", beside, "the programs of the other build, whose table is printed too");
  if (!command_line.parse(argc, argv)) return 0;
  std::signal(SIGPIPE, SIG_IGN);  // a server that has ended is reported instead of ending this process

  if (!beside.empty() && json) throw measure::UsageError("--beside: prints no JSON");
  const Measured measured = measure_table(iterations, argc, argv);
  json ? print_json(std::cout, measured, iterations) : print_table(std::cout, measured, iterations);
  if (!beside.empty()) {
    std::cout << std::endl;
    run_other(beside, iterations);
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  return run_program("time_table", [&] { return tabulate(argc, argv); });
}
