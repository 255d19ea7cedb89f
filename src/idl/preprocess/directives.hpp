// Checks preprocessing directives before Boost.Wave, which evaluates the condition of an #if by recursion: a deeply
// nested one would exhaust the stack.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::idl {

constexpr std::size_t deepest_condition = 100;
constexpr const char* condition_too_deep =
    "the condition nests too deeply: more than 100 parentheses and operators within each other";

// Counts the parentheses, and the operators that await their operand, in the text of a condition.
class ConditionDepth {
 public:
  // `next` is the following character, '\0' at the end.
  void add(char c, char next);
  void add(std::string_view text);

  std::size_t open() const { return depth_; }
  std::size_t deepest() const { return deepest_; }

 private:
  void enter() {
    if (++depth_ > deepest_) deepest_ = depth_;
  }
  void end_operand();

  std::vector<std::size_t> awaiting_{0};  // operators without their operand, in each open parenthesis
  std::size_t depth_ = 0;
  std::size_t deepest_ = 0;
};

// Finds text on which Wave fails, in a source text without comments that is passed character by character: a condition
// that is nested too deeply, and text after #else and #endif. A name there is no finding: older IDL names the end of a
// condition so.
class DirectiveFinder {
 public:
  enum class Finding { Nothing, DeepCondition, TextBehind };
  Finding add(char c, char next);
  // Returns the word of the directive that was found.
  const std::string& word() const { return word_; }

 private:
  enum class State { LineStart, Word, Condition, End, Other };

  void add_to_word(char c);

  State state_ = State::LineStart;
  std::string word_;
  bool continued_ = false;
  ConditionDepth depth_;
};

}  // namespace dimma::idl
