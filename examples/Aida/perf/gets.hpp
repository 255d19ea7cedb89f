#pragma once
// The gets that the tests repeat.

#include "client/access.hpp"
#include "perf/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace perf {

// A get, ready to be repeated; it makes its connections when it is made or called first.
using Get = std::function<void()>;

struct GetTest {
  int number;         // as in the report's second list, 1 to 6
  const char* title;  // "ref.get double"
  double report_ms;   // the report's mean
  Get (*make)(aida::Access& access, const dimma::EngineeringQoS& qos);
};
// Tests 1 to 6.
const std::vector<GetTest>& get_tests();
const GetTest& get_test(int number);

Get ref_get_longs(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& name, std::size_t count);
// A get with any type of the datum.
Get ref_get_any(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& name);
// Two gets, one after the other, of two providers.
Get ref_get_alternating(aida::Access& access, const dimma::EngineeringQoS& qos);

// Makes the get and runs it: once, then `iterations` times.
Run run_of(const std::string& name, const std::function<Get()>& make, std::size_t iterations);
// Adds to a run.
void repeat(Run& run, const Get& get, std::size_t iterations);

}  // namespace perf
