#pragma once
// The rules of a file at one moment, and the decisions that follow from them.

#include "orb/access/rule.hpp"

#include <cstdint>
#include <vector>

namespace dimma::access {

class RuleSet {
 public:
  explicit RuleSet(std::vector<Rule> rules);

  // Differs from that of every other set in this process.
  std::uint64_t generation() const noexcept { return generation_; }
  std::size_t size() const noexcept { return rules_.size(); }

  // `steps` gets the rules that were looked at; may be nullptr.
  AccessDecision decide(const Caller& caller, const Question& question, std::vector<AccessStep>* steps = nullptr) const;

 private:
  const std::vector<Rule> rules_;
  const std::uint64_t generation_;
};

}  // namespace dimma::access
