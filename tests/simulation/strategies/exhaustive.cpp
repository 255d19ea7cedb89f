#include "simulation/strategies/exhaustive.hpp"

namespace dimma::simulation {

std::size_t ExhaustiveStrategy::choose(const Question& question) {
  if (depth_ == branches_.size()) branches_.push_back({question.options.size(), 0, question.ordinary, spent_});
  const Branch& branch = branches_[depth_++];
  if (branch.chosen >= branch.ordinary) ++spent_;
  return branch.chosen;
}

bool ExhaustiveStrategy::advance() {
  depth_ = 0;
  spent_ = 0;
  while (!branches_.empty()) {
    if (can_afford_another(branches_.back())) {
      ++branches_.back().chosen;
      return true;
    }
    branches_.pop_back();
  }
  return false;
}

}  // namespace dimma::simulation
