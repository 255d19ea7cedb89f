// Positions in an editor's text: lines and columns from 0, and columns in the units of the negotiated encoding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "idl/text/source.hpp"

namespace dimma::idl {

enum class PositionEncoding { Utf16, Utf8 };

struct TextPosition {
  std::uint32_t line = 0;
  std::uint32_t character = 0;
  bool operator==(const TextPosition&) const = default;
};

struct TextRange {
  TextPosition start;
  TextPosition end;
  bool operator==(const TextRange&) const = default;
};

// Returns the number of units of `octets`. An octet that is not UTF-8 is one unit.
std::uint32_t units_of(std::string_view octets, PositionEncoding encoding);

// Returns the offset in the line of a number of units: the line's end if it has fewer, the beginning of a character if
// the number ends within it.
std::size_t octets_of(std::string_view line, std::uint32_t units, PositionEncoding encoding);

// Returns the offset in the text. A position beyond a line means its end, one beyond the text the text's end. Lines end
// in LF, CR LF or CR.
std::size_t offset_in(std::string_view text, const TextPosition& position, PositionEncoding encoding);

// Returns the range of a place of the front end. If that is nowhere in particular, returns the beginning of the file.
TextRange text_range(const SourceFiles& files, const SourceRange& range, PositionEncoding encoding);
TextPosition text_position(const SourceFiles& files, const SourceLocation& place, PositionEncoding encoding);

// Returns the place of a position in a file.
SourceLocation source_location(const SourceFiles& files, FileId file, const TextPosition& position,
                               PositionEncoding encoding);

// Returns the text with U+FFFD for each octet that is not UTF-8, as JSON requires.
std::string valid_utf8(std::string_view text);

}  // namespace dimma::idl
