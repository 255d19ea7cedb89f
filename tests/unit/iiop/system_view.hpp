#pragma once
// What the system knows of this process: its threads by name, their processors, its sockets.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
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

// The processor time that a thread of this process has had, in ticks of the system.
inline std::uint64_t ticks_of(pid_t thread) {
  std::string stat;
  std::getline(std::ifstream("/proc/self/task/" + std::to_string(thread) + "/stat"), stat);
  std::istringstream fields(stat.substr(stat.rfind(')') + 1));
  std::string skipped;
  for (int field = 3; field < 14; ++field) fields >> skipped;
  std::uint64_t user = 0;
  std::uint64_t system = 0;
  fields >> user >> system;
  return user + system;
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
