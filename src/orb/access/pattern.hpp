#pragma once
// Text with wildcards: '*' stands for any number of octets, also none, and '?' for one.

#include <cstddef>
#include <string>
#include <string_view>

namespace dimma::access {

class Pattern {
 public:
  // `is_literal` tells for each octet of the text if it stands for itself, wildcard or not.
  Pattern(std::string text, std::string is_literal) : text_(std::move(text)), is_literal_(std::move(is_literal)) {}

  // Takes time that grows at most with the product of both lengths.
  bool matches(std::string_view subject) const noexcept;
  // The same, ignoring the case of ASCII letters.
  bool matches_in_any_case(std::string_view subject) const noexcept;
  // True if every text is certain to match.
  bool matches_all() const noexcept { return !text_.empty() && first_no_star() == std::string::npos; }

 private:
  template <class Equal>
  bool matches_by(std::string_view subject, Equal equal) const noexcept;
  bool is_star(std::size_t at) const noexcept { return text_[at] == '*' && is_literal_[at] == '\0'; }
  bool is_any(std::size_t at) const noexcept { return text_[at] == '?' && is_literal_[at] == '\0'; }
  std::size_t first_no_star() const noexcept;

  std::string text_;
  std::string is_literal_;  // '\0' or '\1', as long as text_
};

}  // namespace dimma::access
