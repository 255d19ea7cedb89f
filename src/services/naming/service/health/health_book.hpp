#pragma once
// Keeps the results of the last check of each bound object, in memory. HealthRounds sets them, list_details returns
// them.

#include "services/locks/locks.hpp"
#include "services/naming/tree/records.hpp"

#include <DimmaNaming.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace dimma::naming {

struct Finding {
  DimmaNaming::Health state = DimmaNaming::Health::unchecked;
  std::int64_t checked_ms = 0;  // since 1970-01-01 UTC; 0 means never
  std::string remark;           // human-readable
};

// Thread-safe.
class HealthBook {
 public:
  // Records a finding about the object `checked`. It becomes invalid when the name is bound to another object.
  void set(const ContextId& context, const CosNaming::NameComponent& name, const Bound& checked, Finding finding) {
    const locks::Lock lock(mutex_);
    findings_.insert_or_assign(key_of_binding(context, name), Entry{value_of(checked), std::move(finding)});
  }
  Finding get(const ContextId& context, const CosNaming::NameComponent& name, const Bound& present) const {
    const locks::Lock lock(mutex_);
    const auto found = findings_.find(key_of_binding(context, name));
    if (found == findings_.end() || found->second.bound != value_of(present)) return {};
    return found->second.finding;
  }
  // Called after a round of checks, to drop the findings for names that are no longer bound.
  void forget_older(std::int64_t checked_ms) {
    const locks::Lock lock(mutex_);
    std::erase_if(findings_, [checked_ms](const auto& each) { return each.second.finding.checked_ms < checked_ms; });
  }

 private:
  struct Entry {
    std::string bound;
    Finding finding;
  };
  mutable locks::Mutex mutex_;
  std::unordered_map<std::string, Entry> findings_ DIMMA_GUARDED_BY(mutex_);
};

}  // namespace dimma::naming
