#pragma once
// The tests 1 to 11 of SLAC's report; each has a result.

#include "client/access.hpp"
#include "perf/clients.hpp"
#include "perf/result.hpp"

#include <optional>
#include <string>
#include <vector>

namespace perf {

inline constexpr int tests_max = 11;

struct Extent {
  std::size_t iterations = 900;          // for tests 1 to 6, 9 and 10; as in the report
  std::size_t of_an_array = 30;          // for each length
  std::size_t long_run = 20'000;         // for test 8
  std::size_t alternating_gets = 5'000;  // for test 11
  std::size_t runs = 2;                  // for each test
};
Extent quick_extent();

const char* title_of(int test);

// Runs one of tests 1 to 9, in this process.
Result run_test(int test, aida::Access& access, const dimma::EngineeringQoS& qos, const Extent& extent);
// Runs test 10 or 11, in nine processes. This process must have one thread only.
Result run_nine(int test, ClientWork work, const Extent& extent, ClientRuns& runs);

// The registered names of the machine's and EPICS's providers, in order.
std::vector<std::string> real_data(aida::Access& access);

void print_table(const std::vector<Result>& results, std::ostream& out);
// Prints when each client began each test, as Table 1 of the report.
void print_starts(const ClientRuns& runs, std::ostream& out);

}  // namespace perf
