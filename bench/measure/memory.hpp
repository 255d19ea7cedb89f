#pragma once
// What memory a process has for itself, and what there is to have.

#include <sys/types.h>

#include <cstddef>

namespace measure {

// Octets of its pages that nobody else has, from /proc. Throws std::runtime_error when it can't be asked.
std::size_t private_octets(pid_t process);

// What this process and its children can take before the machine, the limit of a process or that of the control group
// is reached.
std::size_t free_octets();

}  // namespace measure
