#pragma once
// The constants and names that both ends of dimma-bench growth use.

#include <cstddef>
#include <string>

namespace bench {

// The largest number of objects, operations or bindings that are called. They are spread evenly over all.
constexpr std::size_t called_max = 1000;

// The name of an operation: all are equally long and sort by their numbers.
inline std::string operation_name(std::size_t number) {
  const std::string digits = std::to_string(number);
  return "operation_" + std::string(digits.size() < 5 ? 5 - digits.size() : 0, '0') + digits;
}

}  // namespace bench
