#pragma once
// Lists of numbers on command lines.

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

// Parses a list such as "1,2,8" of numbers from `least` to `most`. Throws measure::UsageError with the flag's name.
std::vector<std::size_t> numbers(const std::string& flag, const std::string& text, std::size_t most,
                                 std::size_t least = 1);

}  // namespace bench
