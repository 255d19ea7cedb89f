#pragma once
// The service contexts of the tests: numbers of nobody's.

#include <cstdint>

namespace contexts {

constexpr std::uint32_t of_request = 0x44495450;
constexpr std::uint32_t of_reply = 0x44495451;
constexpr const char* from_client = "from the client";

}  // namespace contexts
