// Preprocessing directives before Boost.Wave sees them: it evaluates the condition of an #if by recursion, and a deep
// one would exhaust the stack.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace dimma::idl {

constexpr std::size_t deepest_condition = 100;
constexpr const char* condition_too_deep =
    "the condition nests too deeply: more than 100 parentheses and operators within each other";

// Counts the parentheses and operators that await their operand while the text of a condition goes by.
class ConditionDepth {
 public:
  // `next` is the character behind, '\0' at the end.
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

// Finds in a source text that goes by character by character, comments left out, what Wave stumbles over: a condition
// that is too deep, and what stands behind #else and #endif. A name there is older IDL's way to say what ends, and no
// finding.
class DirectiveFinder {
 public:
  enum class Finding { Nothing, DeepCondition, TextBehind };
  Finding add(char c, char next);
  // The word of the directive that was found.
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
