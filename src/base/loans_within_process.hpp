#pragma once
// Loaned sequences that a message passes to another end within the process: their memory, of any kind, changes hands
// and is not copied.

#include "base/loan_arena.hpp"

#include <memory>

namespace dimma {

// Returns the arena of all of them, which has no places to take; nullptr if the system has no memory, or no id, for it.
const std::shared_ptr<LoanArena>& loans_within_process() noexcept;

}  // namespace dimma
