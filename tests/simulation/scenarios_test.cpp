// The scenarios of the library's own parts: no run fails.

#include "simulation/explore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace dimma::simulation {
namespace {

std::vector<Scenario> sound_scenarios() {
  std::vector<Scenario> sound;
  std::ranges::copy_if(scenarios(), std::back_inserter(sound),
                       [](const Scenario& scenario) { return !scenario.name.starts_with("planted."); });
  return sound;
}

class SoundScenario : public testing::TestWithParam<Scenario> {
 protected:
  void expect_sound(const char* strategy, std::uint64_t steps) const {
    Search how{*read_strategy(strategy), 1, 50, {}};
    // The number of runs depends on the scenario's length, so that all scenarios take about the same time.
    how.runs = std::max<std::uint64_t>(20, steps / std::max<std::uint64_t>(1, run_choices(GetParam(), {}, {}).steps));
    const Searched searched = search(GetParam(), how);
    EXPECT_GT(searched.steps, 0U);
    EXPECT_FALSE(searched.found) << "dimma-sim replay " << GetParam().name << ' ' << searched.found->seed
                                 << " --strategy " << strategy << "\n"
                                 << text_of(searched.found->failure.kind) << ": " << searched.found->failure.text;
  }
};

TEST_P(SoundScenario, PassesAtRandom) { expect_sound("random", SIMULATED_STEPS); }
TEST_P(SoundScenario, PassesByPriorities) { expect_sound("pct:3", SIMULATED_STEPS); }
TEST_P(SoundScenario, PassesWithFewPreemptions) { expect_sound("exhaustive:2", SIMULATED_STEPS); }

INSTANTIATE_TEST_SUITE_P(All, SoundScenario, testing::ValuesIn(sound_scenarios()), [](const auto& tested) {
  std::string name = tested.param.name;
  std::replace(name.begin(), name.end(), '.', '_');
  return name;
});

}  // namespace
}  // namespace dimma::simulation
