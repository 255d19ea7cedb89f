#pragma once
// Tries every way in which a scenario can go with at most so many choices that are not ordinary: preemptions, old
// values, waits that end spuriously, time that passes early. The order of threads where one has to wait is free.

#include "simulation/strategies/strategy.hpp"

#include <cstddef>
#include <vector>

namespace dimma::simulation {

class ExhaustiveStrategy final : public Strategy {
 public:
  explicit ExhaustiveStrategy(unsigned bound) : bound_(bound) {}

  std::size_t choose(const Question& question) override;
  // To be called after each run. Returns false once there is no other way.
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
