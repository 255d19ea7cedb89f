#include "measure/pinning.hpp"

#include <sched.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace measure {

std::vector<int> usable_processors() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (::sched_getaffinity(0, sizeof set, &set) != 0) {
    throw std::system_error(errno, std::generic_category(), "sched_getaffinity");
  }
  std::vector<int> processors;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (CPU_ISSET(processor, &set)) processors.push_back(processor);
  }
  return processors;
}

namespace {
void run_on(const std::vector<int>& processors) {
  cpu_set_t set;
  CPU_ZERO(&set);
  for (const int processor : processors) CPU_SET(processor, &set);
  if (::sched_setaffinity(0, sizeof set, &set) != 0) {
    throw std::system_error(errno, std::generic_category(), "sched_setaffinity");
  }
}
}  // namespace

void pin_to(int processor) { run_on({processor}); }

Pinned::Pinned(std::optional<int> processor) : before_(usable_processors()) {
  if (processor) pin_to(*processor);
}

Pinned::~Pinned() {
  try {
    run_on(before_);
  } catch (const std::system_error&) {
    // The thread stays where it is, which is allowed too.
  }
}

Placement apart() {
  const std::vector<int> processors = usable_processors();
  return {processors.front(), processors.back()};
}

Placement together() {
  const std::vector<int> processors = usable_processors();
  return {processors.front(), processors.front()};
}

}  // namespace measure
