#include <dimma/access.hpp>

#include "base/log/log.hpp"
#include "orb/access/rule_parser.hpp"
#include "orb/access/rules_state.hpp"

#include <utility>

namespace dimma {

namespace {

constexpr std::chrono::seconds look_every{1};

}  // namespace

AccessRules::State::State(std::string name, bool is_file)
    : name_(std::move(name)), file_(is_file ? std::make_unique<access::RulesFile>(name_) : nullptr) {
  next_look_.store((Clock::now() + look_every).time_since_epoch().count(), std::memory_order_relaxed);
}

void AccessRules::State::take(std::string_view text) {
  auto rules = std::make_shared<const access::RuleSet>(access::parse_rules(text, name_));
  const sync::LockGuard lock(mutex_);
  rules_.swap(rules);
}

void AccessRules::State::read() {
  const sync::LockGuard lock(file_mutex_);
  if (file_) take(file_->read());
}

bool AccessRules::State::reload() {
  try {
    read();
    return true;
  } catch (const AccessRulesError& wrong) {
    log::write(log::Event::rules_unreadable, [&wrong] {
      return log::Entry{"access rules: " + std::string(wrong.what()) + "; the previous rules stay in force"};
    });
    return false;
  }
}

std::shared_ptr<const access::RuleSet> AccessRules::State::current() {
  if (!file_) return rules();
  const auto now = Clock::now().time_since_epoch();
  auto next = next_look_.load(std::memory_order_relaxed);
  if (now.count() < next) return rules();
  const auto later = std::chrono::duration_cast<Clock::duration>(now + look_every).count();
  if (!next_look_.compare_exchange_strong(next, later)) return rules();  // another thread checks the file
  bool has_changed = false;
  {
    const sync::LockGuard lock(file_mutex_);
    has_changed = file_->has_changed();
  }
  if (has_changed && reload()) {
    log::write(log::Event::rules_read,
               [this] { return log::Entry{"access rules: " + name_ + " has changed and was reloaded"}; });
  }
  return rules();
}

AccessRules::AccessRules(std::unique_ptr<State> state) : state_(std::move(state)) {}
AccessRules::~AccessRules() = default;

std::shared_ptr<AccessRules> AccessRules::read_file(const std::string& path) {
  auto state = std::make_unique<State>(path, true);
  state->read();
  return std::shared_ptr<AccessRules>(new AccessRules(std::move(state)));
}

std::shared_ptr<AccessRules> AccessRules::parse(std::string_view text, const std::string& name) {
  auto state = std::make_unique<State>(name, false);
  state->take(text);
  return std::shared_ptr<AccessRules>(new AccessRules(std::move(state)));
}

bool AccessRules::reload() { return state_->reload(); }
const std::string& AccessRules::name() const noexcept { return state_->name(); }
std::size_t AccessRules::size() const { return state_->rules()->size(); }

namespace {

AccessDecision decide_by(const access::RuleSet& rules, const Peer& peer, const AccessTarget& target,
                         std::vector<AccessStep>* steps) {
  std::vector<std::string> names;
  if (target.interfaces) {
    for (const auto& id : *target.interfaces) names.push_back(access::scoped_name_of(id));
  }
  const access::Question question{target.operation, target.interfaces ? &names : nullptr, target.adapter};
  return rules.decide(access::Caller(peer), question, steps);
}

}  // namespace

AccessDecision AccessRules::decide(const Peer& peer, const AccessTarget& target) const {
  return decide_by(*state_->rules(), peer, target, nullptr);
}

AccessDecision AccessRules::explain(const Peer& peer, const AccessTarget& target,
                                    std::vector<AccessStep>& steps) const {
  return decide_by(*state_->rules(), peer, target, &steps);
}

}  // namespace dimma
