#pragma once
// Determines whether a thread is running, by its state in the system.

#include <sys/types.h>

namespace dimma::execution {

// True if that thread of this process waits for something other than a processor, or if its state cannot be read.
bool is_halted(pid_t thread) noexcept;

}  // namespace dimma::execution
