#pragma once
// Runs a scenario many times, each time with other choices, until one run fails.

#include "simulation/scenario.hpp"
#include "simulation/scheduler/scheduler.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::simulation {

struct StrategyName {
  enum class Kind : std::uint8_t { random, pct, exhaustive };
  Kind kind = Kind::random;
  unsigned bound = 0;  // the depth of pct, the bound of exhaustive
};
// Parses "random", "pct:D" or "exhaustive:N". Returns std::nullopt for other text.
std::optional<StrategyName> read_strategy(std::string_view text);

struct Search {
  StrategyName strategy;
  std::uint64_t first_seed = 1;
  std::uint64_t runs = 1000;
  RunSettings run;
};

struct Found {
  std::uint64_t seed = 0;  // or the number of the run, from 1 on, in an exhaustive search
  Failure failure;
  std::vector<Choice> choices;
};

struct Searched {
  std::uint64_t runs = 0;
  std::uint64_t steps = 0;
  bool is_complete = false;  // an exhaustive search has tried all choices
  std::optional<Found> found;
};

Searched search(const Scenario& scenario, const Search& how);

// One run with the strategy's choices for the seed. The same seed gives the same run.
Outcome run_seed(const Scenario& scenario, StrategyName strategy, std::uint64_t seed, const RunSettings& settings);
// One run with these choices.
Outcome run_choices(const Scenario& scenario, const std::vector<Choice>& choices, const RunSettings& settings);

// Removes choices as long as the run still fails in the same way.
std::vector<Choice> shrink(const Scenario& scenario, FailureKind failure, std::vector<Choice> choices,
                           const RunSettings& settings);

}  // namespace dimma::simulation
