#include "perf/clients.hpp"

#include "measure/process.hpp"
#include "perf/gets.hpp"
#include "perf/own_orb.hpp"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>

namespace perf {
namespace {

constexpr auto patience = std::chrono::minutes(10);

Get get_of(int test, aida::Access& access, const dimma::EngineeringQoS& qos) {
  return test == alternating ? ref_get_alternating(access, qos) : get_test(test).make(access, qos);
}

// A run as a line: its start, its first time, and its other times.
std::string to_line(const Run& run) {
  std::ostringstream out;
  out.precision(17);
  out << run.start_s << ' ' << run.first_us;
  out.precision(7);
  for (const double time : run.times_us) out << ' ' << time;
  return out.str();
}

Run from_line(const std::string& line) {
  std::istringstream in(line);
  Run run;
  in >> run.start_s >> run.first_us;
  for (double time = 0; in >> time;) run.times_us.push_back(time);
  if (run.times_us.empty()) throw std::runtime_error("a client said '" + line + "'");
  return run;
}

int be_client(const ClientWork& work) {
  const OwnOrb orb;
  aida::Access access(orb.get(), work.directory_url);
  const auto qos = dimma::EngineeringQoS::parse(work.qos);
  std::cout << "ready" << std::endl;
  std::string line;
  std::getline(std::cin, line);
  for (const int test : work.tests) {
    const Run run = run_of(
        "", [&] { return get_of(test, access, qos); }, work.iterations);
    std::cout << to_line(run) << std::endl;
  }
  return 0;
}

double end_of(const Run& run) {
  double elapsed_us = 0;
  for (const double time : run.times_us) elapsed_us += time;
  return run.start_s + elapsed_us / 1e6;
}

}  // namespace

ClientRuns run_clients(std::size_t clients, const ClientWork& work) {
  std::vector<measure::Child> children;
  for (std::size_t i = 0; i < clients; ++i) {
    children.push_back(measure::Child::fork("client " + std::to_string(i + 1), [&work] { return be_client(work); }));
  }
  for (measure::Child& child : children) child.wait_for_line("ready", patience);
  for (measure::Child& child : children) child.write_line("go");
  ClientRuns all;
  double first = 0;
  double last = 0;
  for (measure::Child& child : children) {
    std::vector<Run> runs;
    for (const int test : work.tests) {
      Run run = from_line(child.read_line(patience));
      run.name = child.name() + " test " + std::to_string(test);
      first = first == 0 ? run.start_s : std::min(first, run.start_s);
      last = std::max(last, end_of(run));
      runs.push_back(std::move(run));
    }
    all.runs.push_back(std::move(runs));
  }
  for (measure::Child& child : children) child.end_input();
  const auto gets = static_cast<double>(clients * work.tests.size() * work.iterations);
  all.gets_per_s = gets / (last - first);
  return all;
}

}  // namespace perf
