#pragma once
// An immutable set of rules, and the decisions based on them.

#include "orb/access/rule.hpp"

#include <cstdint>
#include <vector>

namespace dimma::access {

class RuleSet {
 public:
  explicit RuleSet(std::vector<Rule> rules);

  // Returns a number that is unique to this set within the process.
  std::uint64_t generation() const noexcept { return generation_; }
  std::size_t size() const noexcept { return rules_.size(); }

  // If `steps` is not nullptr, the rules that were examined are appended to it.
  AccessDecision decide(const Caller& caller, const Question& question, std::vector<AccessStep>* steps = nullptr) const;

 private:
  const std::vector<Rule> rules_;
  const std::uint64_t generation_;
};

}  // namespace dimma::access
