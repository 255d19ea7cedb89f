#include "simulation/strategies/recorded.hpp"

#include <algorithm>

namespace dimma::simulation {

RecordedStrategy::RecordedStrategy(std::span<const Choice> choices) {
  for (const Choice& choice : choices) choices_.emplace(choice.place, choice.option);
}

std::size_t RecordedStrategy::choose(const Question& question) {
  const auto found = choices_.find(question.place);
  if (found == choices_.end()) return 0;
  const auto option = std::ranges::find(question.options, found->second);
  return option != question.options.end() ? static_cast<std::size_t>(option - question.options.begin()) : 0;
}

}  // namespace dimma::simulation
