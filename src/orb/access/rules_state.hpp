#pragma once
// The implementation of AccessRules.

#include "base/sync/clock.hpp"
#include "base/sync/sync.hpp"
#include "orb/access/rule_set.hpp"
#include "orb/access/rules_file.hpp"

#include <dimma/access.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace dimma {

struct AccessRules::State {
 public:
  // `name` is the path of a file, or the name of a text that take() parses.
  State(std::string name, bool is_file);

  const std::string& name() const noexcept { return name_; }
  std::shared_ptr<const access::RuleSet> rules() const {
    const sync::LockGuard lock(mutex_);
    return rules_;
  }
  // Like rules(), but first checks the file for changes if the last check was too long ago.
  std::shared_ptr<const access::RuleSet> current();

  // Both throw AccessRulesError and then keep the current rules.
  void take(std::string_view text);
  void read();
  // Returns false if the file has an error, which is logged; the current rules then stay in force.
  bool reload();

 private:
  using Clock = dimma::Clock;

  const std::string name_;
  mutable sync::Mutex mutex_;
  std::shared_ptr<const access::RuleSet> rules_ DIMMA_GUARDED_BY(mutex_);
  sync::Mutex file_mutex_ DIMMA_ACQUIRED_BEFORE(mutex_);
  const std::unique_ptr<access::RulesFile> file_ DIMMA_PT_GUARDED_BY(file_mutex_);  // nullptr for rules from a text
  sync::Atomic<Clock::rep> next_look_{0};
};

}  // namespace dimma
