#pragma once
// Finds the names in C++ source text without parsing it. Comments and literals are skipped; code that the preprocessor
// would leave out is not.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::tools::port {

struct Word {
  enum class Kind {
    end,
    name,     // "CORBA::ORB::_nil"; without a leading "::"
    member,   // a name after "." or "->"
    include,  // the path of #include <path> or #include "path"
  };
  Kind kind = Kind::end;
  std::string text;
  std::size_t line = 0;  // counted from 1
};

class Scanner {
 public:
  // The text must outlive the scanner.
  explicit Scanner(std::string_view text) : text_(text) {}
  // Returns the next word; after the last one, a word of kind `end`.
  Word next();

 private:
  char at(std::size_t index) const { return index < text_.size() ? text_[index] : '\0'; }
  void advance_to(std::size_t end);
  bool skip_ignored();
  void skip_comment();
  void skip_line();
  void skip_quoted(char quote);
  void skip_raw_string();
  void skip_number();
  bool starts_literal(std::string_view prefix) const;
  bool take_include(Word& word);
  std::string qualified_name();

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool is_line_start_ = true;
  bool is_after_access_ = false;  // after "." or "->"
};

}  // namespace dimma::tools::port
