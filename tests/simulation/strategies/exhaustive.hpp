#pragma once
// Tries all runs of a scenario with a limited number of choices that are not ordinary: preemptions, old values, waits
// that end spuriously, time that passes early. The choice of the next thread does not count if the current one has to
// wait.

#include "simulation/strategies/strategy.hpp"

#include <cstddef>
#include <vector>

namespace dimma::simulation {

class ExhaustiveStrategy final : public Strategy {
 public:
  explicit ExhaustiveStrategy(unsigned bound) : bound_(bound) {}

  std::size_t choose(const Question& question) override;
  // Called after each run. Returns false when all runs have been tried.
  bool advance();

 private:
  struct Branch {
    std::size_t options;
    std::size_t chosen;
    std::size_t ordinary;
    unsigned spent;  // before this choice
  };
  bool can_afford_another(const Branch& branch) const noexcept {
    const std::size_t next = branch.chosen + 1;
    return next < branch.options && (next < branch.ordinary || branch.spent < bound_);
  }

  const unsigned bound_;
  std::vector<Branch> branches_;
  std::size_t depth_ = 0;
  unsigned spent_ = 0;
};

}  // namespace dimma::simulation
