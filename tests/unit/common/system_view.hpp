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

// The fields of a thread's /proc/self/task/N/stat behind its name, the state (the third, proc(5)) first; none when it
// has gone.
inline std::istringstream stat_of(pid_t thread) {
  std::string stat;
  std::getline(std::ifstream("/proc/self/task/" + std::to_string(thread) + "/stat"), stat);
  return std::istringstream(stat.substr(stat.rfind(')') + 1));
}

inline void skip(std::istringstream& fields, int count) {
  std::string skipped;
  for (int field = 0; field < count; ++field) fields >> skipped;
}

// Whether it has ended: the system lists a thread a moment longer than it takes to join it.
inline bool is_leaving(pid_t thread) {
  constexpr unsigned exiting = 4;  // the kernel's PF_EXITING
  auto fields = stat_of(thread);
  skip(fields, 6);
  unsigned flags = exiting;
  fields >> flags;
  return (flags & exiting) != 0;
}

// The ids of the threads that have that name at the moment.
inline std::vector<pid_t> threads_called(const std::string& name) {
  std::vector<pid_t> found;
  std::error_code gone;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
    const pid_t thread = std::stoi(task.path().filename());
    std::string called;
    std::getline(std::ifstream(task.path() / "comm"), called);
    if (called == name && !is_leaving(thread)) found.push_back(thread);
  }
  return found;
}

// The processor time that a thread of this process has had, in ticks of the system.
inline std::uint64_t ticks_of(pid_t thread) {
  auto fields = stat_of(thread);
  skip(fields, 11);
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
