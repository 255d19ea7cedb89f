#pragma once
// Lists of numbers on command lines.

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

// "1,2,8" as numbers from `least` to `most`. Throws measure::UsageError that names the flag.
std::vector<std::size_t> numbers(const std::string& flag, const std::string& text, std::size_t most,
                                 std::size_t least = 1);

}  // namespace bench
