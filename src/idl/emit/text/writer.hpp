// Writes indented text from templates.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace dimma::idl::cxx {

// The texts that replace the placeholders of a template, by name; a placeholder is `$name$`.
using Values = std::initializer_list<std::pair<std::string_view, std::string_view>>;

// Collects lines. A template has the form of the output. Leading newlines (of a raw string literal) are dropped, and so
// are lines that consist only of placeholders with empty texts. A value of several lines is indented like the line of
// its placeholder.
class Writer {
 public:
  void write(std::string_view text, Values values = {});
  void blank_line();

  // Indents the lines that are written during its lifetime.
  class Indentation {
   public:
    explicit Indentation(Writer& writer) : writer_(writer) { ++writer_.depth_; }
    ~Indentation() { --writer_.depth_; }
    Indentation(const Indentation&) = delete;
    Indentation& operator=(const Indentation&) = delete;

   private:
    Writer& writer_;
  };

  bool empty() const { return text_.empty(); }
  const std::string& text() const { return text_; }

 private:
  void write_line(std::string_view line);

  std::string text_;
  std::size_t depth_ = 0;
};

// Opens and closes namespaces as the output moves from one to the next.
class NamespaceScope {
 public:
  // All namespaces are within `enclosing`, outermost first.
  explicit NamespaceScope(Writer& writer, std::vector<std::string> enclosing = {})
      : writer_(writer), enclosing_(std::move(enclosing)) {}
  ~NamespaceScope() { move_to({}); }
  NamespaceScope(const NamespaceScope&) = delete;
  NamespaceScope& operator=(const NamespaceScope&) = delete;

  // Closes and opens namespaces until `path` is the current one, counted from the enclosing namespace.
  void enter(const std::vector<std::string>& path);

 private:
  void move_to(const std::vector<std::string>& path);

  Writer& writer_;
  const std::vector<std::string> enclosing_;
  std::vector<std::string> open_;
};

// Returns the text with each line of more than 120 columns broken at a conventional place, never within literals,
// comments or directives.
std::string with_long_lines_broken(std::string_view text);

// Returns "a, b, c".
std::string join(const std::vector<std::string>& parts, std::string_view separator);

}  // namespace dimma::idl::cxx
