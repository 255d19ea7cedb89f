#pragma once
// Scenarios: what is run again and again, each time in another order (docs/inside/simulation.md).

#include "base/sync/simulation.hpp"

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

// A variable of a scenario's file, which adds a scenario to the list.
class Registered {
 public:
  Registered(std::string name, std::string summary, std::function<void()> body);
};

// Returns them in the order of their names.
const std::vector<Scenario>& scenarios();
// Returns nullptr if there is none.
const Scenario* find_scenario(const std::string& name);

// Ends the run if `holds` is false: the oracle of a scenario.
void check(bool holds, const char* demand, Place place = Place::current());

}  // namespace dimma::simulation
