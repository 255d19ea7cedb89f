#include "measure/code_sets.hpp"

#include <array>
#include <stdexcept>

namespace measure {
namespace {

// The beginning of a component of code sets, in hexadecimal digits: the own code set of char, how many it can convert,
// and those; in either byte order. (A component needs no conversion, but one less would move all that follows.)
struct Spelling {
  std::string_view latin1, one, utf8;
};
constexpr std::array<Spelling, 2> spellings = {
    {{"01000100", "01000000", "01000105"}, {"00010001", "00000001", "05010001"}}};

}  // namespace

std::string taking_utf8_alone(std::string_view reference) {
  std::string result(reference);
  for (const Spelling& spelling : spellings) {
    const std::string from = std::string(spelling.latin1).append(spelling.one).append(spelling.utf8);
    const auto at = result.find(from);
    if (at == std::string::npos || at % 2 != 0) continue;
    result.replace(at, from.size(), std::string(spelling.utf8).append(spelling.one).append(spelling.utf8));
    return result;
  }
  throw std::invalid_argument("a reference whose server does not say that it takes ISO 8859-1 and UTF-8");
}

}  // namespace measure
