#pragma once
// A port for a server that can't be left to choose one itself.

#include <cstdint>

namespace measure {

// One of the loopback interface that nobody listened at a moment ago. Throws std::runtime_error.
std::uint16_t free_port();

}  // namespace measure
