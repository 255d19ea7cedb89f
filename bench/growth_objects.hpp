#pragma once
// The agreement between the two ends of dimma-bench growth.

#include <cstddef>
#include <string>

namespace bench {

// Calls go to so many of what there is at most, spread over all, so that each look-up is another one.
constexpr std::size_t called_max = 1000;

// The name of an operation: all are equally long and sort by their numbers.
inline std::string operation_name(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "operation_" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

}  // namespace bench
