#pragma once
// A port for a server that cannot choose one itself.

#include <cstdint>

namespace measure {

// A port of the loopback interface at which no process was listening a moment ago. Throws std::runtime_error.
std::uint16_t free_port();

}  // namespace measure
