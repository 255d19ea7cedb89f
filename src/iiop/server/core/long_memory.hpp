#pragma once
// The memory of long messages that an endpoint keeps for later ones.

#include "iiop/server/core/serving_rules.hpp"
#include "iiop/server/core/servings.hpp"

namespace dimma::iiop {

// Thread-safe.
class LongMemory {
 public:
  // Both arguments must outlive this object.
  LongMemory(const ServingRules& rules, Servings& servings) noexcept : rules_(rules), servings_(servings) {}

  bool is_kept() const noexcept;
  // Releases the memory that was not used since the last call. Returns true if any is left.
  bool age();

 private:
  const ServingRules& rules_;
  Servings& servings_;
};

}  // namespace dimma::iiop
