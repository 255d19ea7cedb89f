#include "programs/colour.hpp"

#include <unistd.h>

#include <cstdlib>

namespace dimma::programs {

std::optional<ColourChoice> colour_choice(std::string_view word) noexcept {
  if (word == "auto") return ColourChoice::automatic;
  if (word == "always") return ColourChoice::always;
  if (word == "never") return ColourChoice::never;
  return std::nullopt;
}

bool wants_colour(int descriptor, ColourChoice choice) {
  if (choice != ColourChoice::automatic) return choice == ColourChoice::always;
  const char* const refused = std::getenv("NO_COLOR");
  if (refused != nullptr && *refused != '\0') return false;
  const char* const terminal = std::getenv("TERM");
  if (terminal == nullptr || *terminal == '\0' || std::string_view(terminal) == "dumb") return false;
  return isatty(descriptor) == 1;
}

namespace {
// Returns the ECMA-48 SGR parameters. All styles are bold, to be readable on dark and on light terminals.
const char* code_of(Style style) noexcept {
  switch (style) {
    case Style::place:
    case Style::heading:
      return "1";
    case Style::error:
      return "1;31";
    case Style::warning:
      return "1;35";
    case Style::note:
      return "1;36";
  }
  return "0";
}
}  // namespace

std::string styled(Style style, std::string_view text) {
  return std::string("\x1b[").append(code_of(style)).append("m").append(text).append("\x1b[0m");
}

}  // namespace dimma::programs
