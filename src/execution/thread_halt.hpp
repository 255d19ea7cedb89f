#pragma once
// Tells if a thread is running, as far as the system knows.

#include <sys/types.h>

namespace dimma::execution {

// True if that thread of this process waits for something other than a processor, or if the system does not tell.
bool is_halted(pid_t thread) noexcept;

}  // namespace dimma::execution
