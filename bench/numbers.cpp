#include "numbers.hpp"

#include "measure/command_line.hpp"

#include <charconv>
#include <sstream>

namespace bench {

std::vector<std::size_t> numbers(const std::string& flag, const std::string& text, std::size_t most,
                                 std::size_t least) {
  std::vector<std::size_t> values;
  std::istringstream in(text);
  for (std::string item; std::getline(in, item, ',');) {
    std::size_t value = 0;
    const char* const end = item.data() + item.size();
    const auto read = std::from_chars(item.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end || value < least || value > most) {
      throw measure::UsageError(flag + ": '" + item + "' is not a number from " + std::to_string(least) + " to " +
                                std::to_string(most));
    }
    values.push_back(value);
  }
  if (values.empty()) throw measure::UsageError(flag + ": no number is given");
  return values;
}

}  // namespace bench
