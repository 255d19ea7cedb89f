#include "perf/tests.hpp"

#include "measure/machine.hpp"
#include "measure/table.hpp"
#include "perf/gets.hpp"

#include <algorithm>
#include <array>

namespace perf {
namespace {

constexpr std::array titles = {"simple get double",
                               "simple get long",
                               "ref.get double",
                               "ref.get long",
                               "ref.get DaValue",
                               "ref.get struct by Any",
                               "ref.get arrays of longs",
                               "ref.get long, a long run",
                               "ref.get of real providers",
                               "nine clients, tests 1 to 6",
                               "nine clients, two providers alternating"};
static_assert(titles.size() == tests_max);

constexpr const char* array_datum = "HIST:LONGS//VALUES";
constexpr std::size_t longest_array = 1'000'000;
constexpr const char* machine_datum = "MACHINE:LOAD//MINUTE1";

Result result_of(int test) {
  Result result;
  result.test = test;
  result.title = title_of(test);
  result.date = date_text(now_s());
  result.machine = measure::describe_machine();
  return result;
}

std::string run_name(std::size_t run) { return "run " + std::to_string(run + 1); }

Run run_arrays(aida::Access& access, const dimma::EngineeringQoS& qos, const Extent& extent, const std::string& name) {
  Run run = run_of(
      name, [&] { return ref_get_longs(access, qos, array_datum, 10); }, 0);
  for (std::size_t length = 10; length <= longest_array; length *= 10) {
    repeat(run, ref_get_longs(access, qos, array_datum, length), extent.of_an_array);
  }
  return run;
}

std::vector<double> array_lengths(const Extent& extent) {
  std::vector<double> lengths;
  for (std::size_t length = 10; length <= longest_array; length *= 10) {
    lengths.insert(lengths.end(), extent.of_an_array, static_cast<double>(length));
  }
  return lengths;
}

void add_rows(measure::TextTable& table, const Result& result) {
  for (const Run& run : result.runs) {
    const Statistics of = statistics_of(run.times_us);
    table.add({std::to_string(result.test) + ' ' + result.title, run.name, time_text(of.min), time_text(of.median),
               time_text(of.mean), time_text(of.sigma), time_text(of.p99), time_text(of.max), time_text(run.first_us)});
  }
}

}  // namespace

Extent quick_extent() {
  Extent extent;
  extent.alternating_gets = 1'000;
  return extent;
}

const char* title_of(int test) { return titles.at(static_cast<std::size_t>(test - 1)); }

std::vector<std::string> real_data(aida::Access& access) {
  std::vector<std::string> names{machine_datum};
  for (const Aida::Entry& entry : access.list()) {
    if (entry.provider_name() == "epics" && entry.datum().datum_type() == aida::Type::double_type) {
      names.push_back(entry.datum().name());
      break;
    }
  }
  return names;
}

Result run_test(int test, aida::Access& access, const dimma::EngineeringQoS& qos, const Extent& extent) {
  Result result = result_of(test);
  if (test == 7) result.lengths = array_lengths(extent);
  for (std::size_t i = 0; i < extent.runs; ++i) {
    const std::string name = run_name(i);
    if (test == 7) {
      result.runs.push_back(run_arrays(access, qos, extent, name));
    } else if (test == 8) {
      result.runs.push_back(run_of(
          name, [&] { return get_test(4).make(access, qos); }, extent.long_run));
    } else if (test == 9) {
      for (const std::string& datum : real_data(access)) {
        const auto make = [&] { return ref_get_any(access, qos, datum); };
        result.runs.push_back(run_of(datum + ", " + name, make, extent.iterations));
      }
    } else {
      result.runs.push_back(run_of(
          name, [&] { return get_test(test).make(access, qos); }, extent.iterations));
    }
  }
  return result;
}

Result run_nine(int test, ClientWork work, const Extent& extent, ClientRuns& runs) {
  Result result = result_of(test);
  work.tests = test == alternating ? std::vector<int>{alternating} : std::vector<int>{1, 2, 3, 4, 5, 6};
  work.iterations = test == alternating ? extent.alternating_gets : extent.iterations;
  runs = run_clients(nine, work);
  for (const std::vector<Run>& of_client : runs.runs) {
    result.runs.insert(result.runs.end(), of_client.begin(), of_client.end());
  }
  return result;
}

void print_table(const std::vector<Result>& results, std::ostream& out) {
  measure::TextTable table({"test", "run", "min", "median", "mean", "sigma", "p99", "max", "first"});
  for (const Result& result : results) add_rows(table, result);
  table.print(out);
}

void print_starts(const ClientRuns& runs, std::ostream& out) {
  std::vector<std::string> heading{"client"};
  for (const GetTest& test : get_tests()) heading.push_back(std::to_string(test.number) + ' ' + test.title);
  measure::TextTable table(heading);
  for (std::size_t i = 0; i < runs.runs.size(); ++i) {
    std::vector<std::string> row{std::to_string(i + 1)};
    for (const Run& run : runs.runs[i]) row.push_back(start_text(run));
    table.add(row);
  }
  table.print(out);
}

}  // namespace perf
