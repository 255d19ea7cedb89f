#include "simulation/scenario.hpp"

#include "simulation/scheduler/scheduler.hpp"

#include <algorithm>
#include <numeric>

namespace dimma::simulation {

namespace {
std::vector<Scenario>& registered() {
  static std::vector<Scenario> all;
  return all;
}
}  // namespace

Registered::Registered(std::string name, std::string summary, std::function<void()> body) {
  auto& all = registered();
  const auto at = std::ranges::upper_bound(all, name, {}, &Scenario::name);
  all.insert(at, {std::move(name), std::move(summary), std::move(body)});
}

const std::vector<Scenario>& scenarios() { return registered(); }

const Scenario* find_scenario(const std::string& name) {
  const auto found = std::ranges::find(registered(), name, &Scenario::name);
  return found != registered().end() ? &*found : nullptr;
}

std::size_t choose(std::size_t options) {
  if (options < 2) return 0;
  std::vector<std::uint32_t> all(options);
  std::iota(all.begin(), all.end(), 0U);
  return Scheduler::running()->ask(ChoiceKind::scenario, all);
}

void check(bool holds, const char* demand, Place place) {
  if (!holds) Scheduler::running()->fail(FailureKind::failed_check, std::string(demand) + ", at " + text_of(place));
}

}  // namespace dimma::simulation
