#pragma once
// Makes the given choices, and the ordinary choice everywhere else.

#include "simulation/strategies/strategy.hpp"

#include <map>
#include <span>

namespace dimma::simulation {

class RecordedStrategy final : public Strategy {
 public:
  explicit RecordedStrategy(std::span<const Choice> choices);
  std::size_t choose(const Question& question) override;

 private:
  std::map<ChoicePlace, std::uint32_t> choices_;
};

}  // namespace dimma::simulation
