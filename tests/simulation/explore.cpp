#include "simulation/explore.hpp"

#include "simulation/strategies/exhaustive.hpp"
#include "simulation/strategies/pct.hpp"
#include "simulation/strategies/random.hpp"
#include "simulation/strategies/recorded.hpp"

#include <charconv>
#include <memory>
#include <set>

namespace dimma::simulation {

namespace {

// The first run of a scenario in a process makes the static variables and caches that later runs find. Its choices are
// the ordinary ones and its outcome does not count, so that all runs that do are repeatable.
void prepare(const Scenario& scenario) {
  static std::set<std::string> prepared;
  if (!prepared.insert(scenario.name).second) return;
  RecordedStrategy ordinary({});
  Scheduler(ordinary, {}).run(scenario.body);
}

Outcome run_with(const Scenario& scenario, Strategy& strategy, const RunSettings& settings) {
  prepare(scenario);
  Scheduler scheduler(strategy, settings);
  return scheduler.run(scenario.body);
}

// Makes the strategy of each seed.
class Seeds {
 public:
  Seeds(const Scenario& scenario, StrategyName name, const RunSettings& settings) : name_(name) {
    if (name.kind == StrategyName::Kind::pct) steps_ = run_choices(scenario, {}, settings).steps;
  }
  std::unique_ptr<Strategy> strategy(std::uint64_t seed) const {
    if (name_.kind == StrategyName::Kind::pct) return std::make_unique<PctStrategy>(seed, name_.bound, steps_);
    return std::make_unique<RandomStrategy>(seed);
  }

 private:
  const StrategyName name_;
  std::uint64_t steps_ = 0;  // the length of the run with ordinary choices only
};

void add(Searched& searched, std::uint64_t seed, Outcome outcome) {
  ++searched.runs;
  searched.steps += outcome.steps;
  if (outcome.failure) searched.found = Found{seed, std::move(*outcome.failure), std::move(outcome.choices)};
}

Searched search_exhaustively(const Scenario& scenario, const Search& how) {
  Searched searched;
  ExhaustiveStrategy strategy(how.strategy.bound);
  do {
    add(searched, searched.runs + 1, run_with(scenario, strategy, how.run));
    if (searched.found) return searched;
    searched.is_complete = !strategy.advance();
  } while (!searched.is_complete && searched.runs < how.runs);
  return searched;
}

bool fails_alike(const Scenario& scenario, FailureKind kind, const std::vector<Choice>& choices,
                 const RunSettings& settings) {
  const Outcome outcome = run_choices(scenario, choices, settings);
  return outcome.failure && outcome.failure->kind == kind;
}

}  // namespace

std::optional<StrategyName> read_strategy(std::string_view text) {
  if (text == "random") return StrategyName{};
  const auto colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  StrategyName name;
  const std::string_view kind = text.substr(0, colon);
  if (kind != "pct" && kind != "exhaustive") return std::nullopt;
  name.kind = kind == "pct" ? StrategyName::Kind::pct : StrategyName::Kind::exhaustive;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + colon + 1, end, name.bound);
  if (error != std::errc() || stop != end) return std::nullopt;
  return name;
}

Searched search(const Scenario& scenario, const Search& how) {
  if (how.strategy.kind == StrategyName::Kind::exhaustive) return search_exhaustively(scenario, how);
  Searched searched;
  const Seeds seeds(scenario, how.strategy, how.run);
  while (searched.runs != how.runs && !searched.found) {
    const std::uint64_t seed = how.first_seed + searched.runs;
    add(searched, seed, run_with(scenario, *seeds.strategy(seed), how.run));
  }
  return searched;
}

Outcome run_seed(const Scenario& scenario, StrategyName strategy, std::uint64_t seed, const RunSettings& settings) {
  if (strategy.kind != StrategyName::Kind::exhaustive) {
    return run_with(scenario, *Seeds(scenario, strategy, settings).strategy(seed), settings);
  }
  ExhaustiveStrategy each(strategy.bound);
  for (std::uint64_t number = 1; number < seed; ++number) {
    run_with(scenario, each, {.steps_max = settings.steps_max});
    if (!each.advance()) break;
  }
  return run_with(scenario, each, settings);
}

Outcome run_choices(const Scenario& scenario, const std::vector<Choice>& choices, const RunSettings& settings) {
  RecordedStrategy strategy(choices);
  return run_with(scenario, strategy, settings);
}

// Tries to leave out parts: first half of the choices at once, in the end single choices.
std::vector<Choice> shrink(const Scenario& scenario, FailureKind failure, std::vector<Choice> choices,
                           const RunSettings& settings) {
  for (std::size_t part = choices.size(); part != 0;) {
    bool has_shrunk = false;
    for (std::size_t begin = 0; begin < choices.size();) {
      std::vector<Choice> fewer = choices;
      const auto first = fewer.begin() + static_cast<std::ptrdiff_t>(begin);
      fewer.erase(first, first + static_cast<std::ptrdiff_t>(std::min(part, choices.size() - begin)));
      if (fails_alike(scenario, failure, fewer, settings)) {
        choices = std::move(fewer);
        has_shrunk = true;
      } else {
        begin += part;
      }
    }
    if (!has_shrunk || part > 1) part = part == 1 ? 0 : (part + 1) / 2;
  }
  return choices;
}

}  // namespace dimma::simulation
