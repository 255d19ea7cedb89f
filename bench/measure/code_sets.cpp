#include "measure/code_sets.hpp"

#include <array>
#include <stdexcept>

namespace measure {
namespace {

// The beginning of a component TAG_CODE_SETS, in hexadecimal digits and in either byte order: the native code set of
// char, the number of conversion code sets, and these. (The UTF-8 component needs no conversion code set. It has one
// because the octets after it would move otherwise.)
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
