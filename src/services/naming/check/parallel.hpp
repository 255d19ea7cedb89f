#pragma once
// Calls that wait for others, several at once.

#include <cstddef>
#include <functional>

namespace dimma::naming {

// Runs `work(0)` to `work(count - 1)` on at most `threads_max` threads, of which the caller's is one, and on fewer if
// the system has no more. Returns when all have ended. Throws the exception of a call that failed; calls that had not
// begun by then are left out.
void run_in_parallel(std::size_t count, std::size_t threads_max, const std::function<void(std::size_t)>& work);

}  // namespace dimma::naming
