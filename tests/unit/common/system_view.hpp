#pragma once
// The system's view of this process: its threads by name, their processors, its sockets.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <sched.h>
#include <sys/types.h>
#include <unistd.h>

namespace dimma::test {

// The fields of a thread's /proc/self/task/N/stat after its name, the state (the third, proc(5)) first; no fields if
// the thread has ended.
inline std::istringstream stat_of(pid_t thread) {
  std::string stat;
  std::getline(std::ifstream("/proc/self/task/" + std::to_string(thread) + "/stat"), stat);
  return std::istringstream(stat.substr(stat.rfind(')') + 1));
}

inline void skip(std::istringstream& fields, int count) {
  std::string skipped;
  for (int field = 0; field < count; ++field) fields >> skipped;
}

// Returns true if the thread is exiting. The system may list a thread for a moment after it has been joined.
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

// The processor time that a thread of this process has used, in ticks of the system.
inline std::uint64_t ticks_of(pid_t thread) {
  auto fields = stat_of(thread);
  skip(fields, 11);
  std::uint64_t user = 0;
  std::uint64_t system = 0;
  fields >> user >> system;
  return user + system;
}

// Waits until each other thread of this process sleeps, or has run without a result for so long that it must be
// spinning. It also waits for a thread that is kept from its processor, though not forever.
inline void let_others_block() {
  constexpr std::uint64_t spinning_ticks = 2;
  std::map<pid_t, std::uint64_t> ticks_before;
  const auto blocks = [&](pid_t thread) {
    char state = 0;
    stat_of(thread) >> state;
    if (state == 'S' || is_leaving(thread)) return true;
    const auto ticks = ticks_of(thread);
    return ticks >= ticks_before.try_emplace(thread, ticks).first->second + spinning_ticks;
  };
  const auto all_block = [&] {
    std::error_code gone;
    for (const auto& task : std::filesystem::directory_iterator("/proc/self/task", gone)) {
      const pid_t thread = std::stoi(task.path().filename());
      if (thread != ::gettid() && !blocks(thread)) return false;
    }
    return true;
  };
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(1);
  // Twice, since a thread may sleep on its way to where it blocks.
  for (int found = 0; found < 2 && std::chrono::steady_clock::now() < until;) {
    found = all_block() ? found + 1 : 0;
    std::this_thread::sleep_for(std::chrono::microseconds(500));
  }
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
