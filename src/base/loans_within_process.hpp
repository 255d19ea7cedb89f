#pragma once
// Loaned sequences that a message passes to another end within the same process. Their memory, of any kind, changes
// owners and is not copied.

#include "base/loan_arena.hpp"

#include <memory>

namespace dimma {

// Returns the arena of all such loans, which has no places of its own. Returns nullptr if the system could not provide
// the memory or the random id for the arena.
const std::shared_ptr<LoanArena>& loans_within_process() noexcept;

}  // namespace dimma
