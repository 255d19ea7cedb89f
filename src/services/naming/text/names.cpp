#include "services/naming/text/names.hpp"

#include "base/text/utf8.hpp"

#include <array>
#include <charconv>
#include <utility>

namespace dimma::naming {

namespace {

constexpr std::string_view reserved_in_names = "./\\";

class NameReader {
 public:
  NameReader(std::string_view text, bool takes_hex) : text_(text), takes_hex_(takes_hex) {}

  CosNaming::Name read() {
    CosNaming::Name name;
    name.push_back(read_component());
    while (at_ < text_.size()) {
      ++at_;  // the slash
      name.push_back(read_component());
    }
    return name;
  }

 private:
  bool at_end() const noexcept { return at_ == text_.size() || text_[at_] == '/'; }
  [[noreturn]] void refuse(std::size_t position, const char* expected) const {
    throw NameError(text_, position, expected);
  }

  CosNaming::NameComponent read_component() {
    const std::size_t begin = at_;
    if (at_end()) refuse(begin, "expected a component, found none (\".\" is one with an empty id and kind)");
    std::string id = read_word();
    std::string kind;
    if (!at_end()) {
      const std::size_t point = at_++;
      kind = read_word();
      if (!at_end()) refuse(at_, "expected '/' or the end: a component has one '.'; write \"\\.\" for one in a kind");
      if (kind.empty() && at_ - begin > 1)
        refuse(point, "expected a kind after '.'; without a kind, write the id without '.'");
    }
    return CosNaming::NameComponent(std::move(id), std::move(kind));
  }

  // Reads up to a dot, or to the end of the component or the text.
  std::string read_word() {
    std::string word;
    while (!at_end() && text_[at_] != '.') {
      if (text_[at_] == '\0') refuse(at_, "expected any octet but 0");
      if (text_[at_] == '\\') {
        ++at_;
        if (takes_hex_ && at_ < text_.size() && text_[at_] == 'x') {
          word += read_hex();
          continue;
        }
        if (at_ == text_.size() || reserved_in_names.find(text_[at_]) == std::string_view::npos) {
          refuse(at_, "expected '.', '/' or '\\' after a backslash");
        }
      }
      word += text_[at_++];
    }
    return word;
  }

  char read_hex() {
    ++at_;  // the x
    unsigned octet = 0;
    const std::string_view digits = text_.substr(at_, 2);
    const auto [last, error] = std::from_chars(digits.data(), digits.data() + digits.size(), octet, 16);
    if (digits.size() < 2 || error != std::errc{} || last != digits.data() + 2 || octet == 0) {
      refuse(at_, "expected two hexadecimal digits, not 00, after \\x");
    }
    at_ += 2;
    return static_cast<char>(octet);
  }

  std::string_view text_;
  bool takes_hex_;
  std::size_t at_ = 0;
};

void append_escaped(std::string& out, std::string_view word) {
  for (std::size_t at = 0; at < word.size(); ++at) {
    if (word[at] == '\0') throw NameError(word, at, "expected any octet but 0, which no IDL string can have");
    if (reserved_in_names.find(word[at]) != std::string_view::npos) out += '\\';
    out += word[at];
  }
}

void append_component(std::string& out, const CosNaming::NameComponent& component) {
  append_escaped(out, component.id());
  if (component.id().empty() || !component.kind().empty()) out += '.';
  append_escaped(out, component.kind());
}

// Returns the text in quotes, truncated: a name may be a megabyte long.
std::string quoted(std::string_view text) {
  constexpr std::size_t octets_max = 200;
  if (text.size() <= octets_max) return '"' + printable(text) + '"';
  return '"' + printable(text.substr(0, octets_max)) + "\"... (" + std::to_string(text.size()) + " octets)";
}

bool hides_or_controls(char32_t character) noexcept {
  constexpr std::array<std::pair<char32_t, char32_t>, 8> ranges{{{0, 0x1F},
                                                                 {0x7F, 0x9F},
                                                                 {0x61C, 0x61C},
                                                                 {0x200B, 0x200F},
                                                                 {0x2028, 0x202E},
                                                                 {0x2060, 0x2069},
                                                                 {0xFEFF, 0xFEFF},
                                                                 {0xFFF9, 0xFFFB}}};
  for (const auto& [first, last] : ranges) {
    if (character >= first && character <= last) return true;
  }
  return false;
}

}  // namespace

TextError::TextError(std::string_view text, std::size_t position, const std::string& expected)
    : std::runtime_error(quoted(text) + ", character " + std::to_string(position + 1) + ": " + expected),
      position_(position) {}

CosNaming::Name parse_name(std::string_view text) { return NameReader(text, false).read(); }

CosNaming::Name parse_typed_name(std::string_view text) { return NameReader(text, true).read(); }

std::string format_name(const CosNaming::Name& name) {
  if (name.empty()) throw NameError("", 0, "expected a name of at least one component");
  std::string text;
  for (const CosNaming::NameComponent& component : name) {
    if (!text.empty()) text += '/';
    append_component(text, component);
  }
  return text;
}

std::string format_component(const CosNaming::NameComponent& component) {
  std::string text;
  append_component(text, component);
  return text;
}

std::string printable(std::string_view text) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Utf8Character next = first_character(text);
    const std::string_view octets = text.substr(0, next.octets);
    if (next.is_valid && !hides_or_controls(next.code)) {
      out += octets;
    } else {
      for (const char c : octets) {
        const auto octet = static_cast<unsigned char>(c);
        out += {'\\', 'x', digits[octet >> 4], digits[octet & 15]};
      }
    }
    text.remove_prefix(next.octets);
  }
  return out;
}

}  // namespace dimma::naming
