#include "orb/access/pattern.hpp"

#include "base/text/ascii.hpp"

namespace dimma::access {

std::size_t Pattern::first_no_star() const noexcept {
  for (std::size_t i = 0; i < text_.size(); ++i) {
    if (!is_star(i)) return i;
  }
  return std::string::npos;
}

// Backtracks only to the last star: extending the match of an earlier star could not help where extending the last one
// fails.
template <class Equal>
bool Pattern::matches_by(std::string_view subject, Equal equal) const noexcept {
  std::size_t at = 0;
  std::size_t in = 0;
  std::size_t behind_star = std::string::npos;
  std::size_t star_ends = 0;  // position in the subject
  while (in < subject.size()) {
    if (at < text_.size() && is_star(at)) {
      behind_star = ++at;
      star_ends = in;
    } else if (at < text_.size() && (is_any(at) || equal(text_[at], subject[in]))) {
      ++at;
      ++in;
    } else if (behind_star != std::string::npos) {
      at = behind_star;
      in = ++star_ends;
    } else {
      return false;
    }
  }
  while (at < text_.size() && is_star(at)) ++at;
  return at == text_.size();
}

bool Pattern::matches(std::string_view subject) const noexcept {
  return matches_by(subject, [](char one, char other) { return one == other; });
}

bool Pattern::matches_in_any_case(std::string_view subject) const noexcept {
  return matches_by(subject, [](char one, char other) { return to_lower_ascii(one) == to_lower_ascii(other); });
}

}  // namespace dimma::access
