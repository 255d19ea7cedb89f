#pragma once
// The memory that a process has for itself, and the memory that is free.

#include <sys/types.h>

#include <cstddef>

namespace measure {

// Octets of its pages that nobody else has, from /proc. Throws std::runtime_error when it can't be asked.
std::size_t private_octets(pid_t process);

// The octets that this process and its children can take before they reach the limit of the machine, of a process or of
// the control group.
std::size_t free_octets();

}  // namespace measure
