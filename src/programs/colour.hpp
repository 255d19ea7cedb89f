#pragma once
// Colours the output of programs on a terminal, as compilers do.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::programs {

enum class Style : std::uint8_t { place, error, warning, note, heading };

// The argument of the option --color.
enum class ColourChoice : std::uint8_t { automatic, always, never };
std::optional<ColourChoice> colour_choice(std::string_view word) noexcept;

// Returns true if text written to the descriptor should be coloured. `automatic` means for a terminal whose TERM is set
// and not "dumb", unless NO_COLOR is set and not empty (no-color.org).
bool wants_colour(int descriptor, ColourChoice choice = ColourChoice::automatic);

// Returns the text between the escape sequences that begin and end the style.
std::string styled(Style style, std::string_view text);
inline std::string styled_if(bool is_coloured, Style style, std::string_view text) {
  return is_coloured ? styled(style, text) : std::string(text);
}

}  // namespace dimma::programs
