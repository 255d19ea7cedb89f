// Each strategy finds each of the planted faults.

#include "simulation/choices.hpp"
#include "simulation/explore.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace dimma::simulation {
namespace {

struct Planted {
  const char* scenario;
  FailureKind kind;
  std::size_t choices;  // the number of choices that trigger the fault
};

class PlantedFault : public testing::TestWithParam<Planted> {
 protected:
  const Scenario& scenario() const { return *find_scenario(GetParam().scenario); }
  Searched search_by(const char* strategy) const { return search(scenario(), {*read_strategy(strategy), 1, 3000, {}}); }
};

TEST_P(PlantedFault, IsFoundByEachStrategy) {
  for (const char* const strategy : {"random", "pct:3", "exhaustive:3"}) {
    const Searched searched = search_by(strategy);
    ASSERT_TRUE(searched.found) << strategy;
    EXPECT_EQ(searched.found->failure.kind, GetParam().kind) << strategy << ": " << searched.found->failure.text;
  }
}

TEST_P(PlantedFault, IsRepeatedBySeedAndByChoices) {
  for (const char* const strategy : {"random", "pct:3", "exhaustive:3"}) {
    const Searched searched = search_by(strategy);
    ASSERT_TRUE(searched.found) << strategy;
    const Outcome by_seed = run_seed(scenario(), *read_strategy(strategy), searched.found->seed, {});
    ASSERT_TRUE(by_seed.failure) << strategy;
    EXPECT_EQ(by_seed.failure->text, searched.found->failure.text);
    EXPECT_EQ(by_seed.choices, searched.found->choices);
    const auto read = read_choices(text_of(by_seed.choices));
    ASSERT_TRUE(read);
    const Outcome by_choices = run_choices(scenario(), *read, {});
    ASSERT_TRUE(by_choices.failure) << strategy;
    EXPECT_EQ(by_choices.failure->text, by_seed.failure->text);
    EXPECT_EQ(by_choices.steps, by_seed.steps);
  }
}

TEST_P(PlantedFault, ShrinksToFewChoices) {
  const Searched searched = search_by("random");
  ASSERT_TRUE(searched.found);
  const auto choices = shrink(scenario(), GetParam().kind, searched.found->choices, {});
  EXPECT_LE(choices.size(), GetParam().choices);
  const Outcome outcome = run_choices(scenario(), choices, {});
  ASSERT_TRUE(outcome.failure);
  EXPECT_EQ(outcome.failure->kind, GetParam().kind);
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFault,
                         testing::Values(Planted{"planted.aba", FailureKind::failed_check, 4},
                                         Planted{"planted.early_unlock", FailureKind::failed_check, 2},
                                         Planted{"planted.lock_order", FailureKind::deadlock, 2},
                                         Planted{"planted.lost_wakeup", FailureKind::lost_wakeup, 2},
                                         Planted{"planted.no_notification", FailureKind::waits_for_ever, 1},
                                         Planted{"planted.relaxed_messages", FailureKind::failed_check, 2},
                                         Planted{"planted.relaxed_publication", FailureKind::data_race, 1}),
                         [](const auto& tested) {
                           std::string name = tested.param.scenario;
                           std::replace(name.begin(), name.end(), '.', '_');
                           return name;
                         });

TEST(PlantedFaults, AreAllTested) {
  const auto planted = std::ranges::count_if(
      scenarios(), [](const Scenario& scenario) { return scenario.name.starts_with("planted."); });
  EXPECT_EQ(planted, 7);
}

TEST(Strategies, AreReadByTheirNames) {
  EXPECT_EQ(read_strategy("pct:4")->bound, 4U);
  EXPECT_EQ(read_strategy("exhaustive:2")->kind, StrategyName::Kind::exhaustive);
  for (const char* const wrong : {"", "pct", "pct:", "pct:x", "pct:3x", "fair:1"}) EXPECT_FALSE(read_strategy(wrong));
}

TEST(Choices, AreReadAsTheyAreWritten) {
  const std::vector<Choice> choices{{{1, 20, 0, ChoiceKind::thread}, time_passes}, {{0, 3, 2, ChoiceKind::value}, 4}};
  EXPECT_EQ(text_of(choices), "1.20.0t=65535 0.3.2v=4");
  EXPECT_EQ(read_choices(text_of(choices)), choices);
  for (const char* const wrong : {"1", "1.2", "1.2.3", "1.2.3t", "1.2.3t=", "1.2.3x=1", "1.2.3t=1,"}) {
    EXPECT_FALSE(read_choices(wrong)) << wrong;
  }
}

}  // namespace
}  // namespace dimma::simulation
