#pragma once
// Calls that wait for others, several at once.

#include <cstddef>
#include <functional>

namespace dimma::naming {

// Runs `work(0)` to `work(count - 1)` on at most `threads_max` threads, of which the caller's is one, and on fewer
// where there are no more to be had. Returns when all have ended. Throws what one that threw has thrown; what has not
// begun then is left out.
void run_in_parallel(std::size_t count, std::size_t threads_max, const std::function<void(std::size_t)>& work);

}  // namespace dimma::naming
