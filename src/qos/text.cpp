#include "qos/text.hpp"

#include "base/text/ascii.hpp"
#include "base/text/duration.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace dimma::qos {
namespace {

constexpr std::string_view blanks = " \t\r\n";

Piece trimmed(std::string_view text, std::size_t offset) {
  const std::size_t first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {text.substr(0, 0), offset};
  const std::size_t last = text.find_last_not_of(blanks);
  return {text.substr(first, last - first + 1), offset + first};
}

// Splits at each `separator` outside parentheses.
std::vector<Piece> split(const Piece& whole, char separator) {
  std::vector<Piece> pieces;
  std::size_t begin = 0;
  std::size_t open = 0;
  for (std::size_t i = 0; i < whole.text.size(); ++i) {
    const char character = whole.text[i];
    if (character == '(') ++open;
    if (character == ')' && open > 0) --open;
    if (character == separator && open == 0) {
      pieces.push_back(trimmed(whole.text.substr(begin, i - begin), whole.offset + begin));
      begin = i + 1;
    }
  }
  pieces.push_back(trimmed(whole.text.substr(begin), whole.offset + begin));
  return pieces;
}

bool is_digit(char character) noexcept { return character >= '0' && character <= '9'; }

// Returns the word in lower case and without - and _.
std::string essence(std::string_view word) {
  std::string letters;
  for (const char character : word) {
    if (character != '-' && character != '_') letters += to_lower_ascii(character);
  }
  return letters;
}

// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one word into the other.
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> before(to.size() + 1);
  std::vector<std::size_t> above(to.size() + 1);
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (from[i - 1] == to[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[to.size()];
}

struct Unit {
  std::string_view name;
  std::uint64_t factor;
};

constexpr std::array size_units{Unit{"", 1}, Unit{"k", 1ULL << 10}, Unit{"m", 1ULL << 20}, Unit{"g", 1ULL << 30}};

const Unit* find_unit(std::span<const Unit> units, std::string_view name) {
  const std::string wanted = essence(name);
  const auto found = std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == wanted; });
  return found == units.end() ? nullptr : &*found;
}

// The digits of a number, and the unit that follows them.
struct Quantity {
  std::uint64_t number = 0;
  std::string_view unit;
};

Quantity read_quantity(const Value& value, const Piece& piece) {
  std::size_t digits = 0;
  while (digits < piece.text.size() && is_digit(piece.text[digits])) ++digits;
  if (digits == 0) refuse(value, piece, "expected a number, not " + quoted(piece.text));
  Quantity quantity;
  const auto result = std::from_chars(piece.text.data(), piece.text.data() + digits, quantity.number);
  if (result.ec != std::errc{}) refuse(value, piece, quoted(piece.text) + " is too large a number");
  quantity.unit = trimmed(piece.text.substr(digits), 0).text;
  return quantity;
}

std::uint64_t scaled(const Value& value, const Piece& piece, std::uint64_t number, std::uint64_t factor,
                     std::uint64_t greatest) {
  if (number > greatest / factor) refuse(value, piece, quoted(piece.text) + " is too large");
  return number * factor;
}

Item read_item(std::string_view field, const Piece& piece) {
  const auto fail = [&](std::size_t position, std::string_view reason) {
    throw QoSError(field, reason, piece.offset + position);
  };
  const std::string_view text = piece.text;
  if (text.empty()) fail(0, "a value is missing");

  Item item;
  const std::size_t open = text.find_first_of("()");
  item.word = trimmed(text.substr(0, open), piece.offset);
  if (item.word.text.empty()) fail(0, "expected a word or a number before " + quoted(text.substr(0, 1)));
  if (open == std::string_view::npos) return item;

  if (text[open] == ')') fail(open, "unmatched ')'");
  const std::size_t close = text.find_first_of("()", open + 1);
  if (close == std::string_view::npos) fail(open, "unmatched '('");
  if (text[close] == '(') fail(close, "parentheses cannot be nested");
  if (close + 1 != text.size()) fail(close + 1, "expected ',' or '+' after ')'");

  item.has_parentheses = true;
  item.arguments = split(trimmed(text.substr(open + 1, close - open - 1), piece.offset + open + 1), ',');
  for (const Piece& argument : item.arguments) {
    if (argument.text.empty()) {
      throw QoSError(field, "an argument of " + quoted(item.word.text) + " is missing", argument.offset);
    }
  }
  return item;
}

}  // namespace

std::vector<Element> split_elements(std::string_view text) {
  std::vector<Element> elements;
  const Piece whole = trimmed(text, 0);
  if (whole.text.empty()) return elements;
  for (const Piece& piece : split(whole, ',')) {
    if (piece.text.empty()) throw QoSError("", "a field is missing before or after a comma", piece.offset);
    Element element;
    const std::size_t equals = piece.text.find('=');
    element.name = trimmed(piece.text.substr(0, equals), piece.offset);
    if (element.name.text.empty()) throw QoSError("", "a field's name is missing before '='", piece.offset);
    const std::size_t semicolon = piece.text.find(';');  // no valid value contains a semicolon
    if (semicolon != std::string_view::npos) {
      const bool is_in_name = semicolon < equals;
      throw QoSError(is_in_name ? "" : element.name.text, "fields are separated by ',', not by ';'",
                     piece.offset + semicolon);
    }
    if (equals != std::string_view::npos) {
      element.has_value = true;
      element.value = trimmed(piece.text.substr(equals + 1), piece.offset + equals + 1);
    }
    elements.push_back(element);
  }
  return elements;
}

Value read_items(std::string_view field, const Piece& whole) {
  Value value{field, whole, {}};
  for (const Piece& piece : split(whole, '+')) value.items.push_back(read_item(field, piece));
  return value;
}

void refuse(const Value& value, const Piece& at, std::string_view reason) {
  throw QoSError(value.field, reason, at.offset);
}

std::uint64_t read_number(const Value& value, const Piece& piece) {
  const Quantity quantity = read_quantity(value, piece);
  if (!quantity.unit.empty()) refuse(value, piece, "expected a number without a unit, not " + quoted(piece.text));
  return quantity.number;
}

std::uint64_t read_size(const Value& value, const Piece& piece) {
  const Quantity quantity = read_quantity(value, piece);
  const Unit* unit = find_unit(size_units, quantity.unit);
  if (unit == nullptr) refuse(value, piece, quoted(piece.text) + " is not a size: the units are k, M and G");
  return scaled(value, piece, quantity.number, unit->factor, std::numeric_limits<std::uint64_t>::max());
}

std::chrono::nanoseconds read_duration(const Value& value, const Piece& piece, BareNumber bare) {
  const Quantity quantity = read_quantity(value, piece);
  const bool is_bare = quantity.unit.empty() && bare == BareNumber::microseconds;
  const std::string wanted = essence(is_bare ? "us" : quantity.unit);
  const auto* const unit =
      std::find_if(duration_units.begin(), duration_units.end(), [&](const auto& each) { return each.name == wanted; });
  if (unit == duration_units.end()) {
    refuse(value, piece,
           quoted(piece.text) + " is not a duration: expected a number and a unit (ns, us, ms, s, m or h)");
  }
  constexpr auto greatest = static_cast<std::uint64_t>(std::numeric_limits<std::chrono::nanoseconds::rep>::max());
  const std::uint64_t count = scaled(value, piece, quantity.number, unit->nanoseconds, greatest);
  return std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>(count));
}

std::string size_text(std::uint64_t octets) {
  constexpr std::array units{Unit{"G", 1ULL << 30}, Unit{"M", 1ULL << 20}, Unit{"k", 1ULL << 10}};
  for (const Unit& unit : units) {
    if (octets != 0 && octets % unit.factor == 0) return std::to_string(octets / unit.factor).append(unit.name);
  }
  return std::to_string(octets);
}

// Writes the duration in seconds or smaller units, which every version can parse.
std::string duration_text(std::chrono::nanoseconds duration) {
  const auto count = duration.count();
  for (auto unit = duration_units.rbegin(); unit != duration_units.rend(); ++unit) {
    const auto factor = static_cast<std::chrono::nanoseconds::rep>(unit->nanoseconds);
    if (factor > std::nano::den || count % factor != 0) continue;
    return std::to_string(count / factor).append(unit->name);
  }
  return std::to_string(count) + "ns";
}

bool same_word(std::string_view left, std::string_view right) noexcept {
  const auto skip = [](std::string_view text, std::size_t at) {
    while (at < text.size() && (text[at] == '-' || text[at] == '_')) ++at;
    return at;
  };
  std::size_t i = skip(left, 0);
  std::size_t j = skip(right, 0);
  while (i < left.size() && j < right.size() && to_lower_ascii(left[i]) == to_lower_ascii(right[j])) {
    i = skip(left, i + 1);
    j = skip(right, j + 1);
  }
  return i == left.size() && j == right.size();
}

std::string_view nearest_word(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr std::size_t longest_word = 40;  // a longer word is not a misspelling, and the distance would be expensive
  if (word.size() > longest_word) return {};
  const std::string wanted = essence(word);
  std::string_view nearest;
  std::size_t least = wanted.size() < 4 ? 2 : 1 + wanted.size() / 3;  // only smaller distances count as near
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(wanted, essence(candidate));
    if (distance < least) {
      least = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string quoted(std::string_view text) {
  constexpr std::size_t longest = 40;
  std::string result = "'";
  for (const char character : text.substr(0, longest)) {
    const auto code = static_cast<unsigned char>(character);
    if (code >= 0x20 && code < 0x7f) {
      result += character;
    } else {
      constexpr std::string_view digits = "0123456789abcdef";
      result.append("\\x").append(1, digits[code >> 4U]).append(1, digits[code & 15U]);
    }
  }
  return result + (text.size() > longest ? "...'" : "'");
}

}  // namespace dimma::qos
