#pragma once
// Colours of what programs say on a terminal, as compilers have them.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace dimma::programs {

enum class Style : std::uint8_t { place, error, warning, note, heading };

// The option --color says "auto", "always" or "never".
enum class ColourChoice : std::uint8_t { automatic, always, never };
std::optional<ColourChoice> colour_choice(std::string_view word) noexcept;

// Whether what is written to the descriptor is to have colours. Those that are chosen automatically are for a terminal,
// whose TERM is not "dumb", and only where NO_COLOR is not set or empty (no-color.org).
bool wants_colour(int descriptor, ColourChoice choice = ColourChoice::automatic);

// The text within the terminal's sequences for the style.
std::string styled(Style style, std::string_view text);
inline std::string styled_if(bool is_coloured, Style style, std::string_view text) {
  return is_coloured ? styled(style, text) : std::string(text);
}

}  // namespace dimma::programs
