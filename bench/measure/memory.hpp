#pragma once
// The private memory of a process, and the memory that is free.

#include <sys/types.h>

#include <cstddef>

namespace measure {

// The octets of a process's pages that it does not share, from /proc. Throws std::runtime_error if they cannot be read.
std::size_t private_octets(pid_t process);

// The octets that this process and its children can allocate before they reach the limit of the machine, of a process
// or of the control group.
std::size_t free_octets();

}  // namespace measure
