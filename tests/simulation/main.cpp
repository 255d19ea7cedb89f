// dimma-sim: runs scenarios of the simulation by hand (docs/inside/simulation.md).

#include "simulation/choices.hpp"
#include "simulation/explore.hpp"

#include <charconv>
#include <chrono>
#include <iostream>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace dimma::simulation {
namespace {

constexpr const char* usage =
    "dimma-sim list\n"
    "dimma-sim run SCENARIO|all [--seed N] [--runs N] [--steps N] [--strategy random|pct:D|exhaustive:N]\n"
    "dimma-sim replay SCENARIO SEED [--steps N] [--strategy random|pct:D|exhaustive:N]\n"
    "dimma-sim replay SCENARIO --choices TEXT\n";

struct Arguments {
  std::string command;
  std::string scenario;
  Search search;
  std::optional<std::vector<Choice>> choices;
};

bool read_number(std::string_view text, std::uint64_t& number) {
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && stop == text.data() + text.size();
}

bool read_option(std::string_view name, std::string_view value, Arguments& arguments) {
  if (name == "--seed") return read_number(value, arguments.search.first_seed);
  if (name == "--runs") return read_number(value, arguments.search.runs);
  if (name == "--steps") return read_number(value, arguments.search.run.steps_max);
  if (name == "--choices") {
    arguments.choices = read_choices(value);
    return arguments.choices.has_value();
  }
  const auto strategy = name == "--strategy" ? read_strategy(value) : std::nullopt;
  if (strategy) arguments.search.strategy = *strategy;
  return strategy.has_value();
}

std::optional<Arguments> read(std::span<char*> words) {
  Arguments arguments;
  if (words.empty()) return std::nullopt;
  arguments.command = words[0];
  std::size_t next = 1;
  if (arguments.command != "list") {
    if (words.size() < 2) return std::nullopt;
    arguments.scenario = words[next++];
  }
  if (arguments.command == "replay" && next < words.size() && words[next][0] != '-') {
    if (!read_number(words[next++], arguments.search.first_seed)) return std::nullopt;
  }
  for (; next + 1 < words.size(); next += 2) {
    if (!read_option(words[next], words[next + 1], arguments)) return std::nullopt;
  }
  return next == words.size() ? std::optional(arguments) : std::nullopt;
}

void print_failure(const Failure& failure) { std::cout << text_of(failure.kind) << ": " << failure.text << '\n'; }

// Returns true if no run failed.
bool run(const Scenario& scenario, const Search& how) {
  const auto begun = std::chrono::steady_clock::now();
  const Searched searched = search(scenario, how);
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
  std::cout << scenario.name << ": " << searched.runs << (searched.is_complete ? " runs, which are all" : " runs")
            << ", " << searched.steps << " steps, "
            << static_cast<long>(static_cast<double>(searched.runs) / taken.count()) << " runs a second\n";
  if (!searched.found) return true;
  std::cout << "failed with seed " << searched.found->seed << ": ";
  print_failure(searched.found->failure);
  return false;
}

int run_all(const Arguments& arguments) {
  bool all_passed = true;
  for (const Scenario& scenario : scenarios()) {
    const bool is_planted = scenario.name.starts_with("planted.");
    const bool is_asked = arguments.scenario == "all" ? !is_planted : scenario.name == arguments.scenario;
    if (is_asked) all_passed &= run(scenario, arguments.search);
  }
  return all_passed ? 0 : 1;
}

int replay(const Scenario& scenario, const Arguments& arguments) {
  RunSettings settings = arguments.search.run;
  std::vector<Choice> choices;
  if (arguments.choices) {
    choices = *arguments.choices;
  } else {
    const Outcome first = run_seed(scenario, arguments.search.strategy, arguments.search.first_seed, settings);
    if (!first.failure) {
      std::cout << "the run of this seed does not fail\n";
      return 0;
    }
    choices = shrink(scenario, first.failure->kind, first.choices, settings);
    std::cout << first.choices.size() << " choices that are not ordinary, of which " << choices.size() << " suffice\n";
  }
  settings.records_trace = true;
  const Outcome outcome = run_choices(scenario, choices, settings);
  print(std::cout, outcome.trace, outcome.names);
  std::cout << "\n--choices \"" << text_of(choices) << "\"\n";
  if (!outcome.failure) return 0;
  print_failure(*outcome.failure);
  return 1;
}

int main_of(const Arguments& arguments) {
  if (arguments.command == "list") {
    for (const Scenario& scenario : scenarios()) std::cout << scenario.name << ": " << scenario.summary << '\n';
    return 0;
  }
  const Scenario* const scenario = find_scenario(arguments.scenario);
  if (scenario == nullptr && !(arguments.command == "run" && arguments.scenario == "all")) {
    std::cerr << "dimma-sim: there is no scenario " << arguments.scenario << '\n';
    return 2;
  }
  if (arguments.command == "run") return run_all(arguments);
  if (arguments.command == "replay") return replay(*scenario, arguments);
  std::cerr << usage;
  return 2;
}

}  // namespace
}  // namespace dimma::simulation

int main(int count, char** words) {
  const auto arguments = dimma::simulation::read({words + 1, static_cast<std::size_t>(count - 1)});
  if (!arguments) {
    std::cerr << dimma::simulation::usage;
    return 2;
  }
  return dimma::simulation::main_of(*arguments);
}
