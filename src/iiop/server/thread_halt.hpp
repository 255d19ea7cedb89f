#pragma once
// Whether a thread runs, as far as the system knows.

#include <sys/types.h>

namespace dimma::iiop {

// Whether the thread of this process waits for something else than a processor; also where the system doesn't tell.
bool is_halted(pid_t thread) noexcept;

}  // namespace dimma::iiop
