#include "services/tools/port/scanner.hpp"

#include <algorithm>
#include <array>

namespace dimma::tools::port {

namespace {

bool is_letter(char one) { return (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || one == '_'; }
bool is_digit(char one) { return one >= '0' && one <= '9'; }
bool is_of_name(char one) { return is_letter(one) || is_digit(one); }
bool is_space(char one) {
  return one == ' ' || one == '\t' || one == '\r' || one == '\n' || one == '\f' || one == '\v';
}

}  // namespace

void Scanner::advance_to(std::size_t end) {
  end = std::min(end, text_.size());
  const auto passed = text_.substr(at_, end - at_);
  line_ += static_cast<std::size_t>(std::count(passed.begin(), passed.end(), '\n'));
  at_ = end;
}

void Scanner::skip_comment() {
  const std::size_t end = text_.find("*/", at_ + 2);
  advance_to(end == std::string_view::npos ? text_.size() : end + 2);
}

// Leaves the newline. A backslash before it continues the line.
void Scanner::skip_line() {
  std::size_t end = at_;
  for (;;) {
    end = std::min(text_.find('\n', end), text_.size());
    std::size_t last = end;
    if (last > at_ && at(last - 1) == '\r') --last;
    if (end == text_.size() || last == at_ || at(last - 1) != '\\') break;
    ++end;
  }
  advance_to(end);
}

// A literal that is not closed ends with its line, so that an apostrophe in skipped text hides no more than that.
void Scanner::skip_quoted(char quote) {
  std::size_t end = at_ + 1;
  while (end < text_.size() && text_[end] != quote && text_[end] != '\n') {
    if (text_[end] == '\\' && at(end + 1) == '\r') ++end;
    end += text_[end] == '\\' ? 2 : 1;
  }
  advance_to(at(end) == quote ? end + 1 : end);
}

void Scanner::skip_raw_string() {
  const std::size_t open = text_.find('(', at_);
  if (open == std::string_view::npos || open - at_ > 17) return advance_to(at_ + 1);
  const std::string closing = ")" + std::string(text_.substr(at_ + 1, open - at_ - 1)) + "\"";
  const std::size_t end = text_.find(closing, open);
  advance_to(end == std::string_view::npos ? text_.size() : end + closing.size());
}

// Includes the separators in 1'000'000.
void Scanner::skip_number() {
  std::size_t end = at_ + 1;
  while (is_of_name(at(end)) || at(end) == '.' || (at(end) == '\'' && is_of_name(at(end + 1)))) ++end;
  advance_to(end);
}

bool Scanner::starts_literal(std::string_view prefix) const {
  constexpr std::array<std::string_view, 4> plain = {"L", "u", "U", "u8"};
  constexpr std::array<std::string_view, 5> raw = {"R", "LR", "uR", "UR", "u8R"};
  const char quote = at(at_);
  return ((quote == '"' || quote == '\'') && std::find(plain.begin(), plain.end(), prefix) != plain.end()) ||
         (quote == '"' && std::find(raw.begin(), raw.end(), prefix) != raw.end());
}

bool Scanner::take_include(Word& word) {
  std::size_t index = at_ + 1;
  while (at(index) == ' ' || at(index) == '\t') ++index;
  constexpr std::string_view directive = "include";
  if (text_.substr(index, directive.size()) != directive) return false;
  index += directive.size();
  while (at(index) == ' ' || at(index) == '\t') ++index;
  const char closing = at(index) == '<' ? '>' : '"';
  if (at(index) != '<' && at(index) != '"') return false;
  const std::size_t end = text_.find_first_of(closing == '>' ? ">\n" : "\"\n", index + 1);
  if (end == std::string_view::npos || text_[end] == '\n') return false;
  word = {Word::Kind::include, std::string(text_.substr(index + 1, end - index - 1)), line_};
  advance_to(end + 1);
  return true;
}

// Reads "A::B::C"; white space around "::" is allowed.
std::string Scanner::qualified_name() {
  std::string name;
  for (;;) {
    std::size_t end = at_;
    while (is_of_name(at(end))) ++end;
    name += text_.substr(at_, end - at_);
    advance_to(end);
    std::size_t next = at_;
    while (is_space(at(next))) ++next;
    if (at(next) != ':' || at(next + 1) != ':') return name;
    next += 2;
    while (is_space(at(next))) ++next;
    if (!is_letter(at(next))) return name;
    name += "::";
    advance_to(next);
  }
}

// Skips one thing that is not a word. Returns false at a word.
bool Scanner::skip_ignored() {
  const char one = at(at_);
  const char two = at(at_ + 1);
  if (is_letter(one)) return false;
  if (one == '\n') is_line_start_ = true;
  if (one == '/' && two == '/') {
    skip_line();
  } else if (one == '/' && two == '*') {
    skip_comment();
  } else if (is_space(one)) {
    advance_to(at_ + 1);
  } else {
    is_line_start_ = false;
    if (one == '"' || one == '\'') {
      skip_quoted(one);
    } else if (is_digit(one) || (one == '.' && is_digit(two))) {
      skip_number();
    } else {
      const bool is_arrow = one == '-' && two == '>';
      is_after_access_ = one == '.' || is_arrow;
      advance_to(at_ + (is_arrow ? 2 : 1));
    }
  }
  return true;
}

Word Scanner::next() {
  while (at_ < text_.size()) {
    Word word;
    if (at(at_) == '#' && is_line_start_ && take_include(word)) return word;
    if (skip_ignored()) continue;
    is_line_start_ = false;
    word.line = line_;
    word.kind = is_after_access_ ? Word::Kind::member : Word::Kind::name;
    word.text = qualified_name();
    is_after_access_ = false;
    if (!starts_literal(word.text)) return word;
    if (word.text.back() == 'R') {
      skip_raw_string();
    } else {
      skip_quoted(at(at_));
    }
  }
  return {};
}

}  // namespace dimma::tools::port
