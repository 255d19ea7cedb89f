#pragma once
// What memory a process has for itself.

#include <sys/types.h>

#include <cstddef>

namespace measure {

// Octets of its pages that nobody else has, from /proc. Throws std::runtime_error when it can't be asked.
std::size_t private_octets(pid_t process);

}  // namespace measure
