#pragma once
// Sizes and times on command lines.

#include <cstddef>
#include <string>

namespace bench {

// Parses a size of memory such as "64M"; k, M and G are powers of 1024. Throws measure::UsageError with the flag's
// name.
std::size_t octets_in(const std::string& flag, const std::string& text);
// Likewise, for a network's bandwidth such as "100Mbit" or "1Gbit", whose units are powers of 1000.
double octets_per_s_in(const std::string& flag, const std::string& text);
// Likewise, for a time such as "200us", "1.5ms" or "1s".
double microseconds_in(const std::string& flag, const std::string& text);

}  // namespace bench
