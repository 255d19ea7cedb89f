#pragma once
// The gets that the tests repeat.

#include "client/access.hpp"
#include "perf/result.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace perf {

// A get that can be repeated. Its connections are made when it is created, or by its first call.
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
// A get of a datum of any type.
Get ref_get_any(aida::Access& access, const dimma::EngineeringQoS& qos, const std::string& name);
// Two gets, one after the other, from two providers.
Get ref_get_alternating(aida::Access& access, const dimma::EngineeringQoS& qos);

// Creates the get and calls it: once, then `iterations` times.
Run run_of(const std::string& name, const std::function<Get()>& make, std::size_t iterations);
// Calls the get `iterations` times, and adds the times to the run.
void repeat(Run& run, const Get& get, std::size_t iterations);

}  // namespace perf
