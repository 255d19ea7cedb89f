#pragma once
/// Stops a compilation for a standard older than C++20 with one error instead of thousands. Every header of dimma
/// includes it, directly or through another.

#if __cplusplus < 202002L
#error "dimma needs C++20: compile with -std=c++20 or newer (in CMake, set CMAKE_CXX_STANDARD to 20)"
// A compiler continues after an #error, but not after a missing include.
#include "dimma needs C++20"
#endif
