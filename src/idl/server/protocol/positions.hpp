// Positions in an editor's text: lines and columns count from 0, and columns in code units of the negotiated encoding.
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

// Returns the number of code units of `octets`. An octet that is not valid UTF-8 counts as one.
std::uint32_t units_of(std::string_view octets, PositionEncoding encoding);

// Returns the offset in the line after `units` code units: the end of the line if it is shorter, the beginning of a
// character if the units end within it.
std::size_t octets_of(std::string_view line, std::uint32_t units, PositionEncoding encoding);

// Returns the offset of the position in the text. A column beyond the line means the end of the line, a line beyond the
// text the end of the text. Lines end in LF, CR LF or CR.
std::size_t offset_in(std::string_view text, const TextPosition& position, PositionEncoding encoding);

// Returns the front end's range in the editor's positions; the beginning of the file for an unknown place.
TextRange text_range(const SourceFiles& files, const SourceRange& range, PositionEncoding encoding);
TextPosition text_position(const SourceFiles& files, const SourceLocation& place, PositionEncoding encoding);

// Returns the place in the file that corresponds to the position.
SourceLocation source_location(const SourceFiles& files, FileId file, const TextPosition& position,
                               PositionEncoding encoding);

// Returns the text with U+FFFD instead of each invalid octet, since JSON requires UTF-8.
std::string valid_utf8(std::string_view text);

}  // namespace dimma::idl
