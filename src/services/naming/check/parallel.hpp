#pragma once
// Runs blocking calls in parallel.

#include <cstddef>
#include <functional>

namespace dimma::naming {

// Calls `work(0)` to `work(count - 1)` on at most `threads_max` threads including the caller's, or fewer if the system
// has no more. Returns when all calls have ended. Throws the exception of a call, after which no further calls begin.
void run_in_parallel(std::size_t count, std::size_t threads_max, const std::function<void(std::size_t)>& work);

}  // namespace dimma::naming
