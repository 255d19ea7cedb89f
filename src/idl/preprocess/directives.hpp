// Checks preprocessing directives before they are passed to Boost.Wave. Wave evaluates the condition of an #if
// recursively, so a deeply nested condition would exhaust the stack.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::idl {

constexpr std::size_t deepest_condition = 100;
constexpr const char* condition_too_deep =
    "the condition nests too deeply: more than 100 parentheses and operators within each other";

// Computes the nesting depth of a condition: parentheses, and operators whose operand has not been read yet.
class ConditionDepth {
 public:
  // `next` is the character after `c`, '\0' at the end.
  void add(char c, char next);
  void add(std::string_view text);

  std::size_t open() const { return depth_; }
  std::size_t deepest() const { return deepest_; }

 private:
  void enter() {
    if (++depth_ > deepest_) deepest_ = depth_;
  }
  void end_operand();

  std::vector<std::size_t> awaiting_{0};  // operators without their operand, for each open parenthesis
  std::size_t depth_ = 0;
  std::size_t deepest_ = 0;
};

// Finds directives that Wave cannot process: deeply nested conditions, and text after #else and #endif, except for a
// name, by which older IDL marks the end of a condition. The source text is passed one character at a time, without
// comments.
class DirectiveFinder {
 public:
  enum class Finding { Nothing, DeepCondition, TextBehind };
  Finding add(char c, char next);
  // Returns the name of the directive that was found.
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
