#pragma once
// Names as text (CORBA Naming 1.3, 2.4): "a.context/an.object". '/' separates components, '.' separates id and kind,
// and a backslash takes the meaning from either of them or from itself. "." alone is a component whose id and kind are
// empty. No other component ends with '.'. Octets beyond ASCII stand for themselves.

#include "CosNaming.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::naming {

// The text tells the position of the fault in the parsed text, and what was expected there.
class TextError : public std::runtime_error {
 public:
  // `position` counts octets of the text from 0; the error's text counts them from 1.
  TextError(std::string_view text, std::size_t position, const std::string& expected);
  std::size_t position() const noexcept { return position_; }

 private:
  std::size_t position_;
};

class NameError : public TextError {
 public:
  using TextError::TextError;
};

// Thrown for a wrong address in a URL (text/urls.hpp).
class AddressError : public TextError {
 public:
  using TextError::TextError;
};

// Throws NameError for a text that is not a name, and for an empty one: a name has at least one component.
CosNaming::Name parse_name(std::string_view text);

// The same for typed text, which may have been copied from the output of printable(): \xHH is an octet too.
CosNaming::Name parse_typed_name(std::string_view text);

// Throws NameError for a name without components and for an octet 0, which no IDL string can have.
std::string format_name(const CosNaming::Name& name);
std::string format_component(const CosNaming::NameComponent& component);

// Returns the text for a terminal. Octets that it would obey (below 32, 127), or that are not UTF-8, become \xHH. So do
// the control characters U+0080 to U+009F, and the characters that reorder or hide text (U+200B to U+200F, U+2028 to
// U+202E, U+2060 to U+2069, U+FEFF), octet by octet. A stringified name stays unambiguous, since no name has "\x".
std::string printable(std::string_view text);

}  // namespace dimma::naming
