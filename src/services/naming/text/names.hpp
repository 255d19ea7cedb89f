#pragma once
// Names as text (CORBA Naming 1.3, 2.4): "a.context/an.object". '/' separates components, '.' separates id and kind,
// and a backslash takes the meaning from either of them or from itself. "." alone is a component whose id and kind are
// empty; no other component ends with '.'. Octets beyond ASCII stand for themselves.

#include "CosNaming.hpp"

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

namespace dimma::naming {

// The text says where in what text something is wrong, and what was expected there.
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

// The address in a URL (text/urls.hpp) is wrong.
class AddressError : public TextError {
 public:
  using TextError::TextError;
};

// Throws NameError for what is no name, and for an empty text: a name has at least one component.
CosNaming::Name parse_name(std::string_view text);

// The same for what a person types, who may have copied it from printable(): \xHH is an octet too.
CosNaming::Name parse_typed_name(std::string_view text);

// Throws NameError for a name without components and for an octet 0, which no IDL string can have.
std::string format_name(const CosNaming::Name& name);
std::string format_component(const CosNaming::NameComponent& component);

// For people: octets that a terminal obeys (below 32, 127), or that are not UTF-8, become \xHH, and so do the control
// characters U+0080 to U+009F, and the characters that reorder or hide text (U+200B to U+200F, U+2028 to U+202E, U+2060
// to U+2069, U+FEFF), octet by octet. The result for a stringified name is unambiguous, since no name has "\x".
std::string printable(std::string_view text);

}  // namespace dimma::naming
