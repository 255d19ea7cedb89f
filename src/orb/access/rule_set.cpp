#include "orb/access/rule_set.hpp"

#include "base/sync/sync.hpp"

#include <utility>

namespace dimma::access {

namespace {

using Effect = AccessDecision::Effect;

std::uint64_t next_generation() noexcept {
  static sync::Atomic<std::uint64_t> last{0};
  return last.fetch_add(1) + 1;
}

Effect effect_of(const Rule& rule) noexcept { return rule.allows ? Effect::allow : Effect::deny; }

}  // namespace

RuleSet::RuleSet(std::vector<Rule> rules) : rules_(std::move(rules)), generation_(next_generation()) {}

// If a rule matches except that the object's interface is unknown, either this rule or a later one may decide.
AccessDecision RuleSet::decide(const Caller& caller, const Question& question, std::vector<AccessStep>* steps) const {
  const auto tell = [&](const Rule& rule, const std::string& reason) {
    if (steps != nullptr) steps->push_back({rule.line, rule.text, reason});
  };
  const Rule* first = nullptr;  // the first rule that may match
  bool allow_is_possible = false;
  bool deny_is_possible = false;
  const Rule* last = nullptr;
  for (const Rule& rule : rules_) {
    if (const Condition* const failing = rule.failing(caller)) {
      if (steps != nullptr) tell(rule, failing->text + ": " + failing->instead(caller));
      continue;
    }
    const Match match = rule.matches(question);
    if (match == Match::no) {
      tell(rule, "fits the caller, but not the operation");
      continue;
    }
    (rule.allows ? allow_is_possible : deny_is_possible) = true;
    if (first == nullptr) first = &rule;
    if (match == Match::yes) {
      tell(rule, "fits");
      last = &rule;
      break;
    }
    tell(rule, "fits if the object is of that interface");
  }
  if (last == nullptr) deny_is_possible = true;
  if (allow_is_possible && deny_is_possible) return {Effect::by_interface, first->line, first->text};
  if (last == nullptr && first == nullptr) return {Effect::deny, 0, {}};
  const Rule& decisive = last != nullptr ? *last : *first;
  return {effect_of(decisive), decisive.line, decisive.text};
}

}  // namespace dimma::access
