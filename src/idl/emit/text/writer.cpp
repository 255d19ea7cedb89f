#include "idl/emit/text/writer.hpp"

#include <algorithm>
#include <stdexcept>

namespace dimma::idl::cxx {

namespace {

constexpr std::size_t columns_max = 120;
constexpr std::size_t indentation_width = 2;
constexpr std::size_t continuation_width = 4;

std::string_view value_of(std::string_view name, Values values) {
  for (const auto& [key, value] : values) {
    if (key == name) return value;
  }
  throw std::logic_error("a template names a value that was not given: " + std::string(name));
}

// Appends a value, and indents the lines after the first by `indentation` blanks.
void append_indented(std::string& line, std::string_view value, std::size_t indentation) {
  for (const char c : value) {
    line += c;
    if (c == '\n') line.append(indentation, ' ');
  }
}

struct FilledLine {
  std::string text;
  bool only_placeholders = true;  // the line has no other text, and at least one placeholder
};

FilledLine fill(std::string_view line, Values values) {
  FilledLine filled;
  const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
  bool any_placeholder = false;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t open = line.find('$', at);
    const std::string_view plain = line.substr(at, open == std::string_view::npos ? open : open - at);
    filled.text += plain;
    if (plain.find_first_not_of(' ') != std::string_view::npos) filled.only_placeholders = false;
    if (open == std::string_view::npos) break;
    const std::size_t close = line.find('$', open + 1);
    if (close == std::string_view::npos) throw std::logic_error("a template has an unclosed placeholder");
    append_indented(filled.text, value_of(line.substr(open + 1, close - open - 1), values), indentation);
    any_placeholder = true;
    at = close + 1;
  }
  filled.only_placeholders = filled.only_placeholders && any_placeholder;
  return filled;
}

bool is_blank(std::string_view text) { return text.find_first_not_of(" \n") == std::string_view::npos; }

// Returns the position at which a line that is too long can be broken: after the last comma outside literals that fits,
// otherwise before the last " : " or " || " that fits, otherwise after the last opening parenthesis; 0 if there is
// none.
std::size_t break_position(std::string_view line, std::size_t columns) {
  std::size_t after_comma = 0;
  std::size_t before_operator = 0;
  std::size_t after_parenthesis = 0;
  char quote = '\0';
  const std::size_t first = std::min(line.find_first_not_of(' '), line.size());
  for (std::size_t i = first; i + 1 < line.size() && i < columns; ++i) {
    const char c = line[i];
    if (quote != '\0') {
      if (c == '\\') {
        ++i;
      } else if (c == quote) {
        quote = '\0';
      }
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ',' && line[i + 1] == ' ') {
      after_comma = i + 1;
    } else if (line.substr(i, 3) == " : " || line.substr(i, 4) == " || ") {
      before_operator = i;
    } else if (c == '(' && line[i + 1] != ')') {
      after_parenthesis = i + 1;
    }
  }
  if (after_comma != 0) return after_comma;
  return before_operator != 0 ? before_operator : after_parenthesis;
}

bool may_be_broken(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  return first != std::string_view::npos && line[first] != '#' && line.substr(first, 2) != "//";
}

void append_broken(std::string& text, std::string line) {
  const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size()) + continuation_width;
  while (line.size() > columns_max && may_be_broken(line)) {
    const std::size_t at = break_position(line, columns_max);
    if (at == 0) break;
    text.append(line, 0, at).append("\n");
    line = std::string(indentation, ' ') + line.substr(line.find_first_not_of(' ', at));
  }
  text.append(line).append("\n");
}

}  // namespace

void Writer::write_line(std::string_view line) {
  while (!line.empty() && line.back() == ' ') line.remove_suffix(1);
  if (line.empty()) {
    blank_line();
    return;
  }
  text_.append(depth_ * indentation_width, ' ').append(line).append("\n");
}

void Writer::blank_line() {
  if (text_.empty() || text_.ends_with("\n\n")) return;
  text_ += '\n';
}

void Writer::write(std::string_view text, Values values) {
  while (!text.empty() && text.front() == '\n') text.remove_prefix(1);
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const FilledLine line = fill(text.substr(0, end), values);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.only_placeholders && is_blank(line.text)) continue;
    std::string_view filled = line.text;
    while (filled.ends_with('\n') || filled.ends_with(' ')) filled.remove_suffix(1);
    for (;;) {
      const std::size_t stop = filled.find('\n');
      write_line(filled.substr(0, stop));
      if (stop == std::string_view::npos) break;
      filled.remove_prefix(stop + 1);
    }
  }
}

void NamespaceScope::enter(const std::vector<std::string>& path) {
  std::vector<std::string> all = enclosing_;
  all.insert(all.end(), path.begin(), path.end());
  move_to(all);
}

void NamespaceScope::move_to(const std::vector<std::string>& path) {
  if (open_ == path) return;
  const auto differs = std::mismatch(open_.begin(), open_.end(), path.begin(), path.end()).first;
  const auto common = static_cast<std::size_t>(differs - open_.begin());
  if (open_.size() > common) writer_.blank_line();
  while (open_.size() > common) {
    writer_.write("}  // namespace $name$", {{"name", open_.back()}});
    open_.pop_back();
  }
  if (path.size() > common) writer_.blank_line();
  while (open_.size() < path.size()) {
    open_.push_back(path[open_.size()]);
    writer_.write("namespace $name$ {", {{"name", open_.back()}});
  }
  writer_.blank_line();
}

std::string with_long_lines_broken(std::string_view text) {
  std::string broken;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    append_broken(broken, std::string(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return broken;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += separator;
    text += part;
  }
  return text;
}

}  // namespace dimma::idl::cxx
