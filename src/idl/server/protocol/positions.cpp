#include "idl/server/protocol/positions.hpp"

#include <algorithm>
#include <boost/locale/utf.hpp>

namespace dimma::idl {
namespace {

using Utf8 = boost::locale::utf::utf_traits<char>;

struct Character {
  std::size_t octets = 1;
  std::uint32_t utf16_units = 1;
  bool is_valid = false;
};

Character first_character(std::string_view text) {
  const char* at = text.data();
  const auto code = Utf8::decode(at, text.data() + text.size());
  if (code == boost::locale::utf::illegal || code == boost::locale::utf::incomplete) return {};
  return {static_cast<std::size_t>(at - text.data()), code > 0xFFFF ? 2U : 1U, true};
}

}  // namespace

std::uint32_t units_of(std::string_view octets, PositionEncoding encoding) {
  if (encoding == PositionEncoding::Utf8) return static_cast<std::uint32_t>(octets.size());
  std::uint32_t units = 0;
  while (!octets.empty()) {
    const Character character = first_character(octets);
    units += character.utf16_units;
    octets.remove_prefix(character.octets);
  }
  return units;
}

std::size_t octets_of(std::string_view line, std::uint32_t units, PositionEncoding encoding) {
  std::size_t at = 0;
  std::uint32_t passed = 0;
  while (at < line.size()) {
    const Character character = first_character(line.substr(at));
    passed += encoding == PositionEncoding::Utf8 ? static_cast<std::uint32_t>(character.octets) : character.utf16_units;
    if (passed > units) break;
    at += character.octets;
  }
  return at;
}

std::size_t offset_in(std::string_view text, const TextPosition& position, PositionEncoding encoding) {
  std::size_t start = 0;
  for (std::uint32_t line = 0; line < position.line; ++line) {
    const std::size_t end = text.find_first_of("\r\n", start);
    if (end == std::string_view::npos) return text.size();
    start = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
  }
  const std::size_t end = std::min(text.find_first_of("\r\n", start), text.size());
  return start + octets_of(text.substr(start, end - start), position.character, encoding);
}

TextPosition text_position(const SourceFiles& files, const SourceLocation& place, PositionEncoding encoding) {
  if (!place.known() || place.file >= files.size()) return {};
  const std::string_view line = files.line(place.file, place.line);
  const std::size_t octets = place.column == 0 ? 0 : place.column - 1;
  return {place.line - 1, units_of(line.substr(0, std::min(octets, line.size())), encoding)};
}

TextRange text_range(const SourceFiles& files, const SourceRange& range, PositionEncoding encoding) {
  SourceLocation end = range.begin;
  end.column += range.length;
  return {text_position(files, range.begin, encoding), text_position(files, end, encoding)};
}

SourceLocation source_location(const SourceFiles& files, FileId file, const TextPosition& position,
                               PositionEncoding encoding) {
  const std::uint32_t line = position.line + 1;
  const std::size_t octets = octets_of(files.line(file, line), position.character, encoding);
  return {file, line, static_cast<std::uint32_t>(octets + 1)};
}

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_character(text);
    valid += character.is_valid ? text.substr(0, character.octets) : std::string_view("\xEF\xBF\xBD");
    text.remove_prefix(character.octets);
  }
  return valid;
}

}  // namespace dimma::idl
