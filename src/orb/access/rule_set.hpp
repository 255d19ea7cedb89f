#pragma once
// The rules of a file as they are at one moment, and who may do what by them.

#include "orb/access/rule.hpp"

#include <cstdint>
#include <vector>

namespace dimma::access {

class RuleSet {
 public:
  explicit RuleSet(std::vector<Rule> rules);

  // Another set of this process has another one.
  std::uint64_t generation() const noexcept { return generation_; }
  std::size_t size() const noexcept { return rules_.size(); }

  // `steps`: where to put what was looked at; nullptr: nowhere.
  AccessDecision decide(const Caller& caller, const Question& question, std::vector<AccessStep>* steps = nullptr) const;

 private:
  const std::vector<Rule> rules_;
  const std::uint64_t generation_;
};

}  // namespace dimma::access
