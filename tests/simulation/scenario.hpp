#pragma once
// Scenarios, which are run repeatedly, each time in another order (docs/inside/simulation.md).

#include "base/sync/simulation.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace dimma::simulation {

struct Scenario {
  std::string name;
  std::string summary;
  // The first thread of a run. It destroys everything that it makes, after the threads that use it have ended.
  std::function<void()> body;
};

// Adds a scenario to the list. Defined as a variable in the scenario's file.
class Registered {
 public:
  Registered(std::string name, std::string summary, std::function<void()> body);
};

// All scenarios, sorted by name.
const std::vector<Scenario>& scenarios();
// Returns nullptr if there is no scenario of that name.
const Scenario* find_scenario(const std::string& name);

// Returns a number below `options` that the strategy chooses, for instance which fault happens. 0 is the ordinary
// choice: a shrunk run has as few others as possible.
std::size_t choose(std::size_t options);

// Ends the run with a failure if `holds` is false. Scenarios state their demands with it.
void check(bool holds, const char* demand, Place place = Place::current());

}  // namespace dimma::simulation
