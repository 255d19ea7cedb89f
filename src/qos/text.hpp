#pragma once
// The syntax of a QoS's text form: elements between commas, values of items joined by +, items with arguments in
// parentheses, numbers with units. Every part knows its position, so that an error can state it.

#include <dimma/qos.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::qos {

// A part of the text without the blanks around it.
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

// The text after a field's "=".
struct Value {
  std::string_view field;  // as error messages name it
  Piece whole;
  std::vector<Item> items;  // at least one
};

// An element "name=value", or any other text between two commas.
struct Element {
  Piece name;
  bool has_value = false;
  Piece value;
};

// Splits at the commas outside parentheses; empty for a blank text. Throws QoSError for an element without a name.
std::vector<Element> split_elements(std::string_view text);

// Throws QoSError for any text other than items joined by +.
Value read_items(std::string_view field, const Piece& whole);

[[noreturn]] void refuse(const Value& value, const Piece& at, std::string_view reason);

// Each throws QoSError unless the whole piece is of its form.
std::uint64_t read_number(const Value& value, const Piece& piece);
std::uint64_t read_size(const Value& value, const Piece& piece);
enum class BareNumber : std::uint8_t { refused, microseconds };
std::chrono::nanoseconds read_duration(const Value& value, const Piece& piece, BareNumber bare);

// Return the shortest exact form: "64k", "50us".
std::string size_text(std::uint64_t octets);
std::string duration_text(std::chrono::nanoseconds duration);

// Returns true if two names or words differ at most in capitals, - and _.
bool same_word(std::string_view left, std::string_view right) noexcept;

// Returns the candidate of which `word` is probably a misspelling; empty if no candidate is near.
std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates);

// Returns the text in quotation marks, clipped, and with unprintable characters made visible.
std::string quoted(std::string_view text);

}  // namespace dimma::qos
