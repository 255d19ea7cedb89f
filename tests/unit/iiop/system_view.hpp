#pragma once
// What the system knows of this process: its threads by name, their processors, its sockets.

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include <sched.h>
#include <sys/types.h>

namespace dimma::test {

// The ids of the threads that have that name at the moment.
inline std::vector<pid_t> threads_called(const std::string& name) {
  std::vector<pid_t> found;
  std::error_code gone;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    std::string called;
    std::getline(std::ifstream(task.path() / "comm"), called);
    if (called == name) found.push_back(std::stoi(task.path().filename()));
  }
  return found;
}

inline std::set<unsigned> processors_of(pid_t thread) {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(thread, sizeof set, &set);
  std::set<unsigned> processors;
  for (unsigned cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
    if (CPU_ISSET(cpu, &set)) processors.insert(cpu);
  }
  return processors;
}

inline std::size_t sockets() {
  std::size_t count = 0;
  std::error_code gone;
  for (const auto& descriptor : std::filesystem::directory_iterator("/proc/self/fd", gone)) {
    if (std::filesystem::read_symlink(descriptor.path(), gone).string().rfind("socket:", 0) == 0) ++count;
  }
  return count;
}

}  // namespace dimma::test
