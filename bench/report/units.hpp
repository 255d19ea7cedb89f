#pragma once
// Sizes and times on command lines.

#include <cstddef>
#include <string>

namespace bench {

// "64M": k, M and G are powers of 1024 of memory; throws measure::UsageError that names the flag.
std::size_t octets_in(const std::string& flag, const std::string& text);
// "100Mbit", "1Gbit": a network's bandwidth, whose units are powers of 1000; likewise.
double octets_per_s_in(const std::string& flag, const std::string& text);
// "200us", "1.5ms", "1s"; likewise.
double microseconds_in(const std::string& flag, const std::string& text);

}  // namespace bench
