#pragma once
// Loaned sequences that a message hands to another end within the process: their memory, of whatever kind, changes
// hands and is not copied.

#include "base/loan_arena.hpp"

#include <memory>

namespace dimma {

// The arena of all of them; it has no places to take. nullptr if the system has no memory, or no number, for it.
const std::shared_ptr<LoanArena>& loans_within_process() noexcept;

}  // namespace dimma
