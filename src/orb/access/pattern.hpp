#pragma once
// Text with wildcards: '*' matches any number of octets, including none, and '?' matches one octet.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::access {

class Pattern {
 public:
  // `is_literal` has '\1' for each octet of the text that has no special meaning, and '\0' for all others.
  Pattern(std::string text, std::string is_literal) : text_(std::move(text)), is_literal_(std::move(is_literal)) {}

  // The time is at most proportional to the product of both lengths.
  bool matches(std::string_view subject) const noexcept;
  // Like matches(), but ignores the case of ASCII letters.
  bool matches_in_any_case(std::string_view subject) const noexcept;
  // Returns true if the pattern consists only of stars, and so matches every text.
  bool matches_all() const noexcept { return !text_.empty() && first_no_star() == std::string::npos; }

 private:
  template <class Equal>
  bool matches_by(std::string_view subject, Equal equal) const noexcept;
  bool is_star(std::size_t at) const noexcept { return text_[at] == '*' && is_literal_[at] == '\0'; }
  bool is_any(std::size_t at) const noexcept { return text_[at] == '?' && is_literal_[at] == '\0'; }
  std::size_t first_no_star() const noexcept;

  std::string text_;
  std::string is_literal_;  // '\0' or '\1' for each octet of text_
};

}  // namespace dimma::access
