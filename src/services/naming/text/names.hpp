#pragma once
// Names as text (CORBA Naming 1.3, 2.4): "a.context/an.object". '/' separates components, '.' separates id and kind,
// and a backslash escapes either of them or itself. A single "." is a component with empty id and kind. No other
// component ends with '.'. Octets beyond ASCII are not escaped.

#include "CosNaming.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::naming {

// The message gives the position of the error in the parsed text, and the expected characters.
class TextError : public std::runtime_error {
 public:
  // `position` counts octets from 0; the message counts from 1.
  TextError(std::string_view text, std::size_t position, const std::string& expected);
  std::size_t position() const noexcept { return position_; }

 private:
  std::size_t position_;
};

class NameError : public TextError {
 public:
  using TextError::TextError;
};

// Thrown for an invalid address in a URL (text/urls.hpp).
class AddressError : public TextError {
 public:
  using TextError::TextError;
};

// Parses a stringified name. Throws NameError for a text that is not a name, for example for an empty one.
CosNaming::Name parse_name(std::string_view text);

// Like parse_name(), but for text that a user types or copies from the output of printable(): also accepts \xHH.
CosNaming::Name parse_typed_name(std::string_view text);

// Return the stringified name. Throw NameError for a name without components and for an octet 0, which IDL strings
// cannot contain.
std::string format_name(const CosNaming::Name& name);
std::string format_component(const CosNaming::NameComponent& component);

// Returns the text in a form that is safe to print on a terminal. Control characters (below 32, 127), octets that are
// not UTF-8, U+0080 to U+009F, and characters that reorder or hide text (U+061C, U+200B to U+200F, U+2028 to U+202E,
// U+2060 to U+2069, U+FEFF, U+FFF9 to U+FFFB) become \xHH, octet by octet. Stringified names stay unambiguous, as they
// never have "\x".
std::string printable(std::string_view text);

}  // namespace dimma::naming
