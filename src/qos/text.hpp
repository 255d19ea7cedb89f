#pragma once
// The syntax of a QoS's text form: elements are separated by commas, a value consists of items joined by +, an item may
// have arguments in parentheses, and numbers may have units. Every part has its position, for error messages.

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::qos {

// A part of the text without surrounding blanks.
struct Piece {
  std::string_view text;
  std::size_t offset = 0;
};

// An item like "pool(4, 64k)".
struct Item {
  Piece word;
  bool has_parentheses = false;
  std::vector<Piece> arguments;
};

// The value after a field's "=".
struct Value {
  std::string_view field;  // as named in error messages
  Piece whole;
  std::vector<Item> items;  // at least one
};

// An element "name=value", or other text between two commas.
struct Element {
  Piece name;
  bool has_value = false;
  Piece value;
};

// Splits at the commas outside parentheses. Returns an empty vector for a blank text. Throws QoSError for an element
// without a name.
std::vector<Element> split_elements(std::string_view text);

// Parses items joined by +. Throws QoSError for any other text.
Value read_items(std::string_view field, const Piece& whole);

[[noreturn]] void refuse(const Value& value, const Piece& at, std::string_view reason);

// Each function throws QoSError unless the whole piece has the expected form.
std::uint64_t read_number(const Value& value, const Piece& piece);
std::uint64_t read_size(const Value& value, const Piece& piece);
enum class BareNumber : std::uint8_t { refused, microseconds };
std::chrono::nanoseconds read_duration(const Value& value, const Piece& piece, BareNumber bare);

// Return the number with the largest unit that keeps it exact, such as "64k" or "50us"; seconds at most for a duration.
std::string size_text(std::uint64_t octets);
std::string duration_text(std::chrono::nanoseconds duration);

// Returns true if the words differ only in upper and lower case, - and _.
bool same_word(std::string_view left, std::string_view right) noexcept;

// Returns the candidate that `word` is probably a misspelling of, or an empty view if no candidate is close enough.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

// Returns the text in quotation marks, cut at 40 characters, with unprintable characters escaped.
std::string quoted(std::string_view text);

}  // namespace dimma::qos
