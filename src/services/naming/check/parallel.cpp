#include "services/naming/check/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace dimma::naming {

void run_in_parallel(std::size_t count, std::size_t threads_max, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto run = [&] {
    try {
      for (std::size_t index = next++; index < count; index = next++) work(index);
    } catch (...) {
      const std::lock_guard lock(mutex);
      failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> threads;
  try {
    for (std::size_t made = 1; made < std::min(count, threads_max); ++made) threads.emplace_back(run);
  } catch (const std::system_error&) {
    // The threads that exist do all the work.
  }
  run();
  for (std::thread& thread : threads) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace dimma::naming
