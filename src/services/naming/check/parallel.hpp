#pragma once
// Runs calls that wait, several at a time.

#include <cstddef>
#include <functional>

namespace dimma::naming {

// Runs `work(0)` to `work(count - 1)` on at most `threads_max` threads, including the caller's, and on fewer if the
// system has no more. Returns once all have ended. Throws the exception of a call that failed; calls that had not begun
// by then are left out.
void run_in_parallel(std::size_t count, std::size_t threads_max, const std::function<void(std::size_t)>& work);

}  // namespace dimma::naming
